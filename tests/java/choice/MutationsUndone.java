// outcomes: 216
// dropped: 0
// Arrays, objects and collections made before a choice and mutated after it: every branch starts from the same state.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import margay.Margay;

public class MutationsUndone {
    static int[] ints = {5, 3, 8, 1};
    static long[][] grid = {{1, 2}, {3, 4}};
    static List<Integer> list = new ArrayList<>(List.of(9, 8, 7));
    static LinkedList<String> linked = new LinkedList<>(List.of("x", "y"));
    static Map<String, Integer> map = new HashMap<>();
    static TreeMap<Integer, String> tree = new TreeMap<>();
    static LinkedHashMap<String, String> ordered = new LinkedHashMap<>(8, 0.75f, true);
    static ArrayDeque<Integer> deque = new ArrayDeque<>();
    static PriorityQueue<Integer> heap = new PriorityQueue<>(List.of(4, 2, 6));
    static BitSet bits = new BitSet();
    static StringBuilder text = new StringBuilder("text");
    static Object[] slots = new Object[2];

    static void mutate(int how) {
        switch (how) {
            case 0 -> {
                Arrays.sort(ints);
                list.add(0, ints[0]);
                deque.addFirst(list.size());
                text.insert(1, how);
            }
            case 1 -> {
                grid[1] = new long[] {grid[0][0]++, 7};
                linked.addFirst("w" + linked.size());
                map.put("key" + map.size(), how);
                heap.add(1);
                bits.set(map.size() * 3);
            }
            case 2 -> {
                for (int i = 0; i < 20; i++) {
                    map.merge("bulk" + i, i, Integer::sum);
                    tree.put(i * 7 % 20, "t" + i);
                }
                list.removeIf(n -> n % 2 == 0);
            }
            case 3 -> {
                ordered.put("a", "1");
                ordered.put("b", "2");
                ordered.get("a");
                tree.pollFirstEntry();
                heap.poll();
                text.reverse();
            }
            case 4 -> {
                Iterator<String> it = linked.iterator();
                it.next();
                it.remove();
                linked.add("z");
                slots[0] = slots;
                bits.flip(0, 5);
                System.arraycopy(ints, 0, ints, 1, 3);
            }
            default -> {
                map.clear();
                list.clear();
                deque.offer(-1);
                text.setLength(2);
                tree.headMap(10).clear();
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            mutate(Margay.choose(0, 5));
        }
        System.out.println(Arrays.toString(ints) + Arrays.deepToString(grid) + list + linked);
        System.out.println(map + " " + tree + ordered + deque + heap + bits + text + (slots[0] == slots));
    }
}
