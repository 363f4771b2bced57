// PriorityQueue: natural and custom order, heap layout in toString, removal from the middle.
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

public class PriorityQueues {
    record Job(String name, int priority) implements Comparable<Job> {
        @Override
        public int compareTo(Job o) {
            return Integer.compare(priority, o.priority);
        }
    }

    static <T> List<T> drain(PriorityQueue<T> queue) {
        List<T> out = new ArrayList<>();
        while (!queue.isEmpty()) {
            out.add(queue.poll());
        }
        return out;
    }

    public static void main(String[] args) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        for (int i = 0; i < 15; i++) {
            queue.add(i * 7 % 16);
        }
        System.out.println(queue + " " + queue.peek() + " " + queue.size());
        queue.remove(6);
        queue.offer(3);
        System.out.println(queue + " " + queue.contains(14) + " " + queue.contains(100));
        System.out.println(drain(queue) + " " + queue.peek() + " " + queue.poll());
        PriorityQueue<String> longest = new PriorityQueue<>(Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        Collections.addAll(longest, "pear", "fig", "banana", "apple", "kiwi", "cherry");
        System.out.println(drain(longest));
        PriorityQueue<Job> jobs = new PriorityQueue<>(List.of(new Job("write", 2), new Job("test", 1), new Job("ship", 3), new Job("rest", 9)));
        System.out.println(jobs.peek() + " " + drain(jobs));
        PriorityQueue<Integer> low = new PriorityQueue<>(Collections.reverseOrder());
        PriorityQueue<Integer> high = new PriorityQueue<>();
        StringBuilder medians = new StringBuilder();
        int seed = 7;
        for (int i = 0; i < 30; i++) {
            seed = (seed * 1103515245 + 12345) & 0x7fffffff;
            int n = seed % 100;
            if (low.isEmpty() || n <= low.peek()) {
                low.add(n);
            } else {
                high.add(n);
            }
            if (low.size() > high.size() + 1) {
                high.add(low.poll());
            } else if (high.size() > low.size()) {
                low.add(high.poll());
            }
            medians.append(low.peek()).append(' ');
        }
        System.out.println(medians);
        try {
            new PriorityQueue<Object>().addAll(List.of(new Object(), new Object()));
        } catch (ClassCastException e) {
            System.out.println("not comparable");
        }
    }
}
