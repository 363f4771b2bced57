import java.util.Arrays;
import margay.Margay;

/** Methods for the tests of the command line. */
public class Sample {
    static final class Point {
        final int x;
        final Object y;

        Point(int x, Object y) {
            this.x = x;
            this.y = y;
        }
    }

    static final class Node {
        Node next;
        Node other;
    }

    enum Colour { RED, GREEN }

    /** No instance without a name. */
    static class Named {
        final String name;

        Named(String name) {
            this.name = name;
        }

        String hello() {
            return "hello " + name;
        }
    }

    private int calls = 41;

    public int next() {
        return ++calls;
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static long over(int a) {
        return a;
    }

    static long over(long a) {
        return a * 2;
    }

    static String join(String[] parts, char by, boolean twice) {
        String text = String.join(String.valueOf(by), parts);
        return twice ? text + by + text : text;
    }

    static double half(double value) {
        System.out.println("halving " + value);
        System.err.println("careful");
        return value / 2;
    }

    static int[][] transpose(int[][] rows) {
        int[][] columns = new int[rows[0].length][rows.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < columns.length; j++) {
                columns[j][i] = rows[i][j];
            }
        }
        return columns;
    }

    static char initial(String text) {
        return text.charAt(0);
    }

    static Integer boxed(Integer value, Long other) {
        return other == null ? value : value + other.intValue();
    }

    static Point point(int x) {
        return new Point(x, new Object[] {Colour.GREEN, "a\"b", 'c', 2.5f, null, 7L});
    }

    static java.util.LinkedList<Integer> queue(int first) {
        java.util.LinkedList<Integer> queue = new java.util.LinkedList<>();
        queue.add(first);
        return queue;
    }

    static Node ring() {
        Node first = new Node();
        first.next = new Node();
        first.next.next = first;
        first.other = first.next;
        return first;
    }

    static void wrap(int depth) {
        try {
            Arrays.asList(1, 2).get(depth);
        } catch (RuntimeException e) {
            throw new IllegalStateException("wrapped", e);
        }
    }

    static int pick(int n) {
        System.out.print("picking\nfrom " + n);
        int first = Margay.choose(1, n);
        Margay.assume(first != 2);
        if (first == 3) {
            Margay.fail("three");
        }
        return first * 10 + Margay.choose(0, 1);
    }

    static void exit(int code) {
        System.exit(code);
    }

    static void forever() {
        System.out.println("begun");
        while (true) {
            Margay.assume(true);
        }
    }

    static int foreverAfterOne() {
        if (Margay.choose(0, 1) == 0) {
            return 1;
        }
        while (true) {
            Margay.assume(true);
        }
    }

    static int deep(int n) {
        return n == 0 ? 0 : 1 + deep(n - 1);
    }

    static int big(int n) {
        return new long[n].length;
    }

    static int thread() {
        new Thread(() -> {}).start();
        return 1;
    }

    public static void main(String[] args) {
        System.out.println(args.length + " " + Arrays.toString(args));
        if (args.length > 0 && args[0].equals("forever")) {
            forever();
        }
        if (args.length > 0 && args[0].equals("thread")) {
            thread();
        }
        if (args.length > 0 && args[0].equals("exit")) {
            System.exit(Integer.parseInt(args[1]));
        }
        if (args.length > 0 && args[0].equals("pick")) {
            System.out.println(pick(3));
        }
    }
}
