// java.util.Collections: algorithms, wrappers, constants.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

public class CollectionsUtil {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 1; i <= 12; i++) {
            list.add(i);
        }
        Collections.shuffle(list, new Random(42));
        System.out.println(list);
        Collections.shuffle(list, new Random(7));
        System.out.println(list + " " + Collections.max(list) + " " + Collections.min(list) + " " + Collections.max(list, Collections.reverseOrder()));
        Collections.sort(list);
        System.out.println(Collections.binarySearch(list, 5) + " " + Collections.binarySearch(list, 50) + " " + Collections.binarySearch(list, 0));
        Collections.reverse(list);
        System.out.println(list);
        Collections.rotate(list, 3);
        System.out.println(list);
        Collections.rotate(list.subList(2, 8), -2);
        Collections.swap(list, 0, 11);
        System.out.println(list);
        Collections.sort(list, Collections.reverseOrder((a, b) -> a % 4 - b % 4));
        System.out.println(list);
        System.out.println(Collections.frequency(Arrays.asList("a", "b", "a", null), "a") + " " + Collections.frequency(Arrays.asList("a", null), null) + " " + Collections.nCopies(3, "x") + " " + Collections.disjoint(List.of(1, 2), List.of(3)) + " " + Collections.indexOfSubList(List.of(1, 2, 3, 2, 3), List.of(2, 3)) + " " + Collections.lastIndexOfSubList(List.of(1, 2, 3, 2, 3), List.of(2, 3)));
        Collections.fill(list.subList(0, 3), 0);
        Collections.replaceAll(list, 0, -1);
        Collections.addAll(list, 100, 200);
        System.out.println(list);
        List<Integer> copy = new ArrayList<>(Collections.nCopies(14, 0));
        Collections.copy(copy, list);
        System.out.println(copy.equals(list));
        List<Integer> fixed = Collections.unmodifiableList(list);
        list.set(0, 77);
        System.out.println(fixed.get(0) + " " + fixed.size());
        try {
            fixed.set(0, 1);
        } catch (UnsupportedOperationException e) {
            System.out.println("unmodifiable " + e.getMessage());
        }
        Map<String, Integer> map = Collections.unmodifiableMap(new HashMap<>(Map.of("k", 1)));
        try {
            map.entrySet().iterator().next().setValue(5);
        } catch (UnsupportedOperationException e) {
            System.out.println("unmodifiable entry");
        }
        System.out.println(Collections.emptyList() + " " + Collections.emptyMap() + " " + Collections.singletonList(5) + " " + Collections.singleton("s") + " " + Collections.singletonMap("k", "v"));
        List<String> synced = Collections.synchronizedList(new ArrayList<>());
        synced.add("s");
        List<String> checked = Collections.checkedList(new ArrayList<>(), String.class);
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<Object> raw = (List) checked;
        try {
            raw.add(5);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(synced + " " + checked + " " + Collections.unmodifiableSet(new TreeSet<>(List.of(3, 1))) + " " + Collections.newSetFromMap(new HashMap<>()).add("x"));
        System.out.println(Collections.list(Collections.enumeration(List.of(1, 2))) + " " + Collections.emptyIterator().hasNext());
    }
}
