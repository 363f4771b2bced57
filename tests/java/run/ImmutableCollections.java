// List.of, Set.of, Map.of and copyOf: contents, nulls, duplicates, and refusals.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

public class ImmutableCollections {
    interface Action {
        Object run();
    }

    static void attempt(Action action) {
        try {
            System.out.println(action.run());
        } catch (UnsupportedOperationException | NullPointerException | IllegalArgumentException | IndexOutOfBoundsException e) {
            System.out.println(e.getClass().getSimpleName() + (e instanceof IllegalArgumentException ? " " + e.getMessage() : ""));
        }
    }

    public static void main(String[] args) {
        List<Integer> empty = List.of();
        List<Integer> one = List.of(1);
        List<Integer> two = List.of(1, 2);
        List<Integer> many = List.of(5, 4, 3, 2, 1, 0, 9, 8, 7, 6, 11, 12);
        System.out.println(empty + " " + one + " " + two + " " + many + " " + many.size() + " " + many.get(6) + " " + many.indexOf(9) + " " + many.contains(99) + " " + many.subList(2, 5) + " " + many.hashCode());
        System.out.println(two.equals(Arrays.asList(1, 2)) + " " + new ArrayList<>(many).equals(many) + " " + List.copyOf(many).equals(many) + " " + (List.copyOf(many) == many));
        Set<String> set = Set.of("a", "b", "c");
        System.out.println(set.size() + " " + set.contains("b") + " " + set.contains("z") + " " + new TreeSet<>(set) + " " + set.equals(Set.of("c", "b", "a")) + " " + set.hashCode());
        Map<String, Integer> map = Map.of("x", 1, "y", 2, "z", 3);
        System.out.println(map.size() + " " + map.get("y") + " " + map.get("q") + " " + map.containsValue(3) + " " + new TreeMap<>(map) + " " + map.hashCode() + " " + Map.ofEntries(Map.entry("k", "v")) + " " + map.getOrDefault("n", 9));
        attempt(() -> two.add(3));
        attempt(() -> many.set(0, 1));
        attempt(() -> many.remove(0));
        attempt(() -> many.remove(Integer.valueOf(5)));
        attempt(() -> set.add("d"));
        attempt(() -> set.remove("q"));
        attempt(() -> map.put("w", 1));
        attempt(() -> map.remove("w"));
        attempt(() -> List.of(1, null));
        attempt(() -> Set.of("a", "a"));
        attempt(() -> Map.of("k", 1, "k", 2));
        attempt(() -> many.contains(null));
        attempt(() -> List.copyOf(Arrays.asList(1, null)));
        attempt(() -> Arrays.asList(1, null).contains(null));
        attempt(() -> empty.get(0));
        attempt(() -> many.iterator().next());
        attempt(() -> {
            many.sort(null);
            return "sorted";
        });
        attempt(() -> {
            many.replaceAll(x -> x);
            return "replaced";
        });
        attempt(() -> map.entrySet().removeIf(e -> true));
        attempt(() -> Map.entry("k", 1).setValue(2));
        List<Integer> source = new ArrayList<>(List.of(1, 2, 3));
        List<Integer> copied = List.copyOf(source);
        source.add(4);
        System.out.println(copied + " " + source);
        System.out.println(Arrays.toString(many.toArray(new Integer[0])) + " " + many.stream().mapToInt(i -> i).sum());
    }
}
