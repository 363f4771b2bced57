package right;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;

/** Sorted collections have orders of their own. */
public class Orders {
    private final PriorityQueue<Integer> queue = new PriorityQueue<>((a, b) -> b - a);
    private final TreeMap<Integer, String> map = new TreeMap<>(Comparator.reverseOrder());
    private final TreeSet<String> set = new TreeSet<>(Comparator.comparing(String::length));

    public int add(int a, int b) {
        queue.add(a);
        queue.add(b);
        map.put(a, "a");
        map.put(b, "b");
        return queue.peek() > 10 ? queue.peek() : map.firstKey();
    }

    public int drain() {
        int digits = 0;
        while (!queue.isEmpty()) {
            digits = 10 * digits + queue.poll();
        }
        return digits;
    }

    public boolean has(String text) {
        return set.contains(text);
    }

    public static TreeMap<Integer, String> sorted(int a, int b) {
        TreeMap<Integer, String> sorted = new TreeMap<>((x, y) -> y - x);
        sorted.put(a, "a");
        sorted.put(b, "b");
        return sorted;
    }
}
