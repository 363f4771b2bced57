// Sequenced collections: getFirst, reversed views, putFirst, pollLastEntry.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;

public class SequencedCollections {
    static void show(SequencedCollection<Integer> c) {
        System.out.println(c + " " + c.getFirst() + " " + c.getLast() + " " + c.reversed());
    }

    public static void main(String[] args) {
        show(new ArrayList<>(List.of(3, 1, 2)));
        show(new ArrayDeque<>(List.of(3, 1, 2)));
        show(new LinkedHashSet<>(List.of(3, 1, 2)));
        show(new TreeSet<>(List.of(3, 1, 2)));
        show(List.of(3, 1, 2));
        ArrayList<String> list = new ArrayList<>(List.of("b", "c"));
        list.addFirst("a");
        list.addLast("d");
        List<String> back = list.reversed();
        back.set(0, "D");
        back.add("start");
        System.out.println(list + " " + list.removeFirst() + " " + list.removeLast() + " " + back + " " + back.indexOf("a"));
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
        map.put("x", 1);
        map.putFirst("w", 0);
        map.putLast("x", 9);
        map.put("y", 2);
        System.out.println(map + " " + map.firstEntry() + " " + map.lastEntry() + " " + map.reversed() + " " + map.sequencedKeySet().reversed() + " " + map.pollFirstEntry() + " " + map);
        SequencedMap<Integer, String> tree = new TreeMap<>();
        tree.put(2, "two");
        tree.put(1, "one");
        System.out.println(tree.reversed() + " " + tree.pollLastEntry() + " " + tree.sequencedValues());
        LinkedHashSet<Integer> set = new LinkedHashSet<>(List.of(1, 2, 3));
        set.addFirst(3);
        set.addLast(1);
        System.out.println(set + " " + set.reversed().stream().toList());
        for (Runnable r : List.<Runnable>of(() -> new ArrayList<>().getFirst(), () -> new TreeSet<Integer>().removeLast(), () -> List.of().getLast(), () -> tree.putFirst(0, "zero"))) {
            try {
                r.run();
            } catch (NoSuchElementException | UnsupportedOperationException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
    }
}
