// LinkedHashMap and LinkedHashSet: insertion order, access order, removeEldestEntry.
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class LinkedHashMaps {
    static class Lru<K, V> extends LinkedHashMap<K, V> {
        final int capacity;

        Lru(int capacity) {
            super(16, 0.75f, true);
            this.capacity = capacity;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            if (size() > capacity) {
                System.out.println("evict " + eldest);
                return true;
            }
            return false;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> map = new LinkedHashMap<>();
        for (String s : "zebra apple mango kiwi apple banana zebra".split(" ")) {
            map.merge(s, 1, Integer::sum);
        }
        System.out.println(map + " " + map.keySet() + " " + map.values());
        map.remove("apple");
        map.put("apple", 9);
        map.put("mango", 8);
        System.out.println(map + " " + map.entrySet());
        Lru<Integer, String> cache = new Lru<>(3);
        for (int i = 1; i <= 3; i++) {
            cache.put(i, "v" + i);
        }
        cache.get(1);
        cache.put(4, "v4");
        cache.getOrDefault(3, "");
        cache.putIfAbsent(5, "v5");
        cache.put(3, "v3'");
        System.out.println(cache + " " + cache.containsKey(1) + " " + cache.size());
        cache.computeIfAbsent(1, k -> "again");
        System.out.println(cache);
        Set<Integer> set = new LinkedHashSet<>(List.of(5, 1, 9));
        set.add(1);
        set.add(3);
        set.remove(5);
        set.add(5);
        System.out.println(set + " " + new ArrayList<>(set).indexOf(3) + " " + set.equals(Set.of(1, 3, 5, 9)) + " " + set.hashCode());
        set.removeIf(n -> n > 4);
        System.out.println(set);
        LinkedHashMap<String, Integer> ordered = new LinkedHashMap<>(map);
        StringBuilder text = new StringBuilder();
        ordered.forEach((k, v) -> text.append(k).append(v));
        ordered.entrySet().removeIf(e -> e.getValue() == 1);
        System.out.println(text + " " + ordered + " " + map.equals(ordered));
    }
}
