// TreeMap and TreeSet: navigation, views, descending, comparators, removal, polling.
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

public class TreeMaps {
    public static void main(String[] args) {
        TreeMap<Integer, String> map = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            map.put(i * 7 % 20 * 5, "v" + i);
        }
        System.out.println(map);
        System.out.println(map.firstKey() + " " + map.lastKey() + " " + map.floorKey(12) + " " + map.ceilingKey(12) + " " + map.lowerKey(10) + " " + map.higherKey(10) + " " + map.floorKey(-1) + " " + map.higherKey(95));
        System.out.println(map.firstEntry() + " " + map.lastEntry() + " " + map.floorEntry(33) + " " + map.ceilingEntry(33) + " " + map.pollFirstEntry() + " " + map.pollLastEntry() + " " + map.size());
        SortedMap<Integer, String> head = map.headMap(25);
        NavigableMap<Integer, String> tail = map.tailMap(60, false);
        NavigableMap<Integer, String> middle = map.subMap(20, true, 50, true);
        System.out.println(head + " " + tail + " " + middle);
        middle.remove(30);
        middle.put(33, "new");
        System.out.println(middle.size() + " " + map.containsKey(30) + " " + map.get(33) + " " + middle.descendingMap() + " " + middle.lowerKey(20) + " " + middle.headMap(35) + " " + middle.firstKey());
        try {
            middle.put(99, "outside");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(map.descendingMap().keySet() + " " + map.descendingKeySet().first() + " " + map.navigableKeySet().headSet(30));
        tail.clear();
        System.out.println(map.keySet() + " " + map.size());
        for (int k : new int[] {5, 15, 45, 10, 60, 25, 33, 50}) {
            map.remove(k);
        }
        System.out.println(map);
        TreeMap<String, Integer> byLength = new TreeMap<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        for (String s : "a bb cc d eee f bb".split(" ")) {
            byLength.merge(s, 1, Integer::sum);
        }
        System.out.println(byLength + " " + byLength.headMap("bb") + " " + byLength.comparator().compare("x", "yy"));
        for (Map.Entry<String, Integer> e : byLength.entrySet()) {
            e.setValue(e.getValue() * 10);
        }
        System.out.println(byLength.values());
        TreeSet<String> set = new TreeSet<>(List.of("pear", "apple", "fig", "kiwi", "banana"));
        System.out.println(set + " " + set.first() + " " + set.last() + " " + set.floor("c") + " " + set.ceiling("c") + " " + set.higher("fig") + " " + set.lower("fig") + " " + set.descendingSet() + " " + set.subSet("b", "l") + " " + set.tailSet("kiwi", false) + " " + set.headSet("fig", true));
        System.out.println(set.pollFirst() + set.pollLast() + set + set.add("fig") + set.add("zoo") + set.remove("x") + set.contains("kiwi"));
        TreeMap<Integer, Integer> big = new TreeMap<>();
        int seed = 1;
        for (int i = 0; i < 2000; i++) {
            seed = seed * 1103515245 + 12345;
            int key = seed >>> 20;
            if ((seed >>> 8 & 3) == 0) {
                big.remove(key);
            } else {
                big.merge(key, i, Integer::sum);
            }
        }
        int hash = 0;
        for (Map.Entry<Integer, Integer> e : big.entrySet()) {
            hash = hash * 31 + e.getKey() * 7 + e.getValue();
        }
        System.out.println(big.size() + " " + hash + " " + big.firstKey() + " " + big.lastEntry());
        try {
            map.put(null, "null");
        } catch (NullPointerException e) {
            System.out.println("no null key");
        }
    }
}
