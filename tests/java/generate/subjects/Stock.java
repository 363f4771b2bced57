package subjects;

import java.util.Deque;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeSet;

/** Collections of many kinds. */
public class Stock {
    public static boolean isLarge(Map<String, Integer> counts) {
        return counts.getOrDefault("total", 0) > 10;
    }

    public static int lowest(Map<Integer, Integer> prices) {
        int lowest = Integer.MAX_VALUE;
        for (int price : prices.values()) {
            if (price < lowest) {
                lowest = price;
            }
        }
        return lowest;
    }

    public static boolean add(Set<Integer> seen, int item) {
        return item > 0 && seen.add(item);
    }

    public static int below(TreeSet<Integer> levels, int level) {
        Integer found = levels.floor(level);
        return found == null ? -1 : found;
    }

    public static int drain(Deque<Integer> orders) {
        int sum = 0;
        while (!orders.isEmpty()) {
            sum += orders.pollLast();
        }
        return sum;
    }

    public static Integer next(PriorityQueue<Integer> queue) {
        return queue.isEmpty() ? null : queue.poll();
    }

    public static boolean isSteep(Stack<Integer> stack) {
        return stack.size() > 1 && stack.pop() > stack.peek() + 3;
    }

    public static boolean isSame(String a, String b) {
        return a == b || a.equals(b);
    }

    public static <T extends Number & Comparable<T>> int compare(T a, T b) {
        return a.compareTo(b);
    }
}
