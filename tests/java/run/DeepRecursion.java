// Recursion of several thousand levels with objects, exceptions unwinding through all of them, and finally blocks.
import java.util.ArrayList;
import java.util.List;

public class DeepRecursion {
    static class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }

        int length() {
            return next == null ? 1 : 1 + next.length();
        }

        long sum() {
            return next == null ? value : value + next.sum();
        }
    }

    static Node build(int n) {
        return n == 0 ? null : new Node(n, build(n - 1));
    }

    static int unwound;

    static void dive(int depth) {
        try {
            if (depth == 0) {
                throw new IllegalStateException("bottom");
            }
            dive(depth - 1);
        } finally {
            unwound++;
        }
    }

    static int collatz(long n, List<Long> path) {
        path.add(n);
        return n == 1 ? 0 : 1 + collatz(n % 2 == 0 ? n / 2 : 3 * n + 1, path);
    }

    static int flood(boolean[][] seen, int x, int y) {
        if (x < 0 || y < 0 || x >= seen.length || y >= seen[0].length || seen[x][y]) {
            return 0;
        }
        seen[x][y] = true;
        return 1 + flood(seen, x + 1, y) + flood(seen, x, y + 1) + flood(seen, x - 1, y) + flood(seen, x, y - 1);
    }

    static double mixed(int n, long l, double d, String s) {
        return n == 0 ? l + d + s.length() : mixed(n - 1, l + n, d * 0.999, n % 500 == 0 ? s + n : s);
    }

    public static void main(String[] args) {
        Node list = build(5000);
        System.out.println(list.length() + " " + list.sum());
        try {
            dive(3000);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + unwound + " " + e.getStackTrace().length);
        }
        List<Long> path = new ArrayList<>();
        System.out.println(collatz(837799, path) + " " + path.stream().mapToLong(x -> x).max().getAsLong());
        System.out.println(flood(new boolean[50][50], 25, 25));
        System.out.println(mixed(4000, 0, 1, ""));
    }
}
