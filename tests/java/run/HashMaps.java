// HashMap: all basic operations, iteration order of known hashes, resizing, null keys, functional updates, views.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

public class HashMaps {
    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        System.out.println(map.put("one", 1) + " " + map.put("two", 2) + " " + map.put("one", 11) + " " + map.get("one") + " " + map.get("zero") + " " + map.getOrDefault("zero", 0));
        map.put(null, -1);
        map.put("nothing", null);
        System.out.println(map + " " + map.size() + " " + map.containsKey(null) + " " + map.containsKey("nothing") + " " + map.containsValue(null) + " " + map.get(null));
        System.out.println(map.remove("two") + " " + map.remove("two") + " " + map.remove("one", 5) + " " + map.remove("one", 11) + " " + map.putIfAbsent("nothing", 3) + " " + map.putIfAbsent("nothing", 4));
        System.out.println(map.merge("count", 1, Integer::sum) + " " + map.merge("count", 1, Integer::sum) + " " + map.merge("count", 1, (a, b) -> null) + " " + map.containsKey("count"));
        System.out.println(map.computeIfAbsent("list", String::length) + " " + map.computeIfAbsent("list", s -> 99) + " " + map.computeIfPresent("list", (k, v) -> v * 10) + " " + map.compute("list", (k, v) -> v == null ? 1 : v + 1) + " " + map.compute("gone", (k, v) -> null) + " " + map.replace("list", 5) + " " + map.replace("absent", 5));
        System.out.println(map + " " + map.hashCode());
        Map<Integer, Integer> squares = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            squares.put(i * 37 % 1000, i);
        }
        System.out.println(squares);
        Map<String, List<String>> groups = new HashMap<>();
        for (String word : "the quick brown fox jumps over the lazy dog while the cat naps".split(" ")) {
            groups.computeIfAbsent(word.substring(0, 1), k -> new ArrayList<>()).add(word);
        }
        System.out.println(groups);
        for (Map.Entry<String, List<String>> e : groups.entrySet()) {
            e.setValue(List.of(e.getKey() + e.getValue().size()));
        }
        System.out.println(groups.values());
        for (Iterator<String> it = groups.keySet().iterator(); it.hasNext(); ) {
            if (it.next().compareTo("m") > 0) {
                it.remove();
            }
        }
        System.out.println(groups.keySet() + " " + groups.entrySet().iterator().next().getKey());
        groups.values().removeIf(v -> v.get(0).endsWith("1"));
        System.out.println(groups + " " + groups.keySet().contains("b"));
        squares.replaceAll((k, v) -> k + v);
        int sum = 0;
        for (int v : squares.values()) {
            sum = sum * 31 + v;
        }
        System.out.println(sum);
        Map<Object, String> mixed = new HashMap<>();
        mixed.put(1, "int");
        mixed.put(1L, "long");
        mixed.put('1', "char");
        mixed.put("1", "string");
        mixed.put(1.0, "double");
        mixed.put(true, "boolean");
        mixed.put(List.of(1), "list");
        System.out.println(mixed.size() + mixed.get(1) + mixed.get(1L) + mixed.get('1') + mixed.get("1") + mixed.get(1.0) + mixed.get(true) + mixed.get(new ArrayList<>(List.of(1))));
        Map<String, Integer> copy = new HashMap<>(map);
        System.out.println(copy.equals(map) + " " + (copy.put("x", 1) == null) + " " + copy.equals(map) + " " + Map.entry("k", 1) + " " + new HashMap<>(Map.of("a", 1)));
        map.clear();
        System.out.println(map + " " + map.isEmpty());
        int[] counts = new int[1];
        copy.forEach((k, v) -> counts[0] += (k == null ? 0 : k.length()));
        System.out.println(counts[0]);
    }
}
