import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Methods that make objects of all kinds: what they take is compared with what a JVM takes. */
public class Allocations {
    static class Point {
        int x;
        int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    static class Weighted extends Point {
        double weight;
        boolean heavy;
        String name;

        Weighted(int x) {
            super(x, x);
            weight = x;
        }
    }

    record Pair(long first, Object second) {}

    static int[] ints(int n) {
        return n < 0 || n > 12 ? null : new int[n];
    }

    static Object arrays(int n) {
        if (n < 0 || n > 5) {
            return null;
        }
        return new Object[] {new byte[n], new char[n], new long[n], new double[2 * n], new boolean[n + 1]};
    }

    static int[][] grid(int n) {
        return n < 1 || n > 3 ? new int[2][] : new int[n][n + 1];
    }

    static Object objects(int n) {
        if (n > 2) {
            return new Weighted(n);
        }
        return n < 0 ? new Pair(n, new Object()) : new Point(n, n);
    }

    static List<Integer> list(int n) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < n && i < 30; i += 3) {
            list.add(i * 100);
        }
        return list;
    }

    static Map<Integer, String> map(int n) {
        Map<Integer, String> map = new HashMap<>();
        for (int i = 0; i < n && i < 20; i += 4) {
            map.put(i, "value");
        }
        return map;
    }

    static Object linked(int n) {
        LinkedList<String> list = new LinkedList<>();
        TreeMap<String, Integer> tree = new TreeMap<>();
        ArrayDeque<String> deque = new ArrayDeque<>();
        HashSet<String> set = new HashSet<>();
        if (n > 0) {
            list.add("a");
            tree.put("a", 1);
            deque.push("b");
        }
        if (n > 10) {
            set.add("c");
            tree.put("b", 1000);
        }
        return list.size() + tree.size() + deque.size() + set.size();
    }

    static String builder(int n) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n && i < 50; i += 10) {
            text.append("ten letters");
        }
        return text.toString();
    }

    static int[] copies(int n) {
        int[] first = {1, 2, 3, 4, 5};
        if (n > 5) {
            return java.util.Arrays.copyOf(first, 9);
        }
        return n > 0 ? first.clone() : java.util.Arrays.copyOfRange(first, 1, 4);
    }
}
