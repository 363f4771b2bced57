// enumerate: --bound 3 --predicate bitSet => candidates 245 valid 41 inits-checkpoint 330 inits-reexecute 1602
// enumerate: --bound 3 --predicate hashSet => candidates 245 valid 41 inits-checkpoint 330 inits-reexecute 1602
// enumerate: --bound 3 --predicate linkedHashSet => candidates 245 valid 41 inits-checkpoint 330 inits-reexecute 1602
// enumerate: --bound 3 --predicate treeSet => candidates 245 valid 41 inits-checkpoint 330 inits-reexecute 1602
// enumerate: --bound 3 --predicate enums => candidates 245 valid 41 inits-checkpoint 330 inits-reexecute 1602
// enumerate: --bound 3 --predicate hashMap => candidates 245 valid 41 inits-checkpoint 330 inits-reexecute 1602
// enumerate: --bound 3 --predicate treeMap => candidates 245 valid 41 inits-checkpoint 330 inits-reexecute 1602
// enumerate: --bound 3 --predicate counts => candidates 245 valid 41 inits-checkpoint 330 inits-reexecute 1602
// enumerate: --bound 3 --predicate arrayList => candidates 245 valid 41 inits-checkpoint 330 inits-reexecute 1602
// enumerate: --bound 3 --predicate linkedList => candidates 245 valid 41 inits-checkpoint 330 inits-reexecute 1602
// enumerate: --bound 3 --predicate stack => candidates 245 valid 41 inits-checkpoint 330 inits-reexecute 1602
// Lists of different numbers, told from others by predicates that remember the numbers they have
// met in one container after the other. Lists of k out of n numbers: n! / (n - k)!.
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;

public class DistinctList {
    Node first;
    int size;

    static class Node {
        int data;
        Node next;
    }

    enum Digit { ZERO, ONE, TWO, THREE, FOUR }

    static final Digit[] DIGITS = Digit.values();

    interface Memory {
        /** Whether the number is new. */
        boolean add(int number);
    }

    private boolean isDistinct(Memory seen) {
        int count = 0;
        for (Node node = first; node != null; node = node.next) {
            if (++count > size || !seen.add(node.data)) {
                return false;
            }
        }
        return count == size;
    }

    boolean bitSet() {
        BitSet seen = new BitSet();
        return isDistinct(number -> {
            if (seen.get(number)) {
                return false;
            }
            seen.set(number);
            return true;
        });
    }

    boolean hashSet() {
        Set<Integer> seen = new HashSet<>();
        return isDistinct(seen::add);
    }

    boolean linkedHashSet() {
        Set<Long> seen = new LinkedHashSet<>();
        return isDistinct(number -> seen.add((long) number));
    }

    boolean treeSet() {
        Set<Integer> seen = new TreeSet<>();
        return isDistinct(seen::add);
    }

    boolean enums() {
        Set<Digit> seen = new HashSet<>();
        return isDistinct(number -> seen.add(DIGITS[number]));
    }

    private boolean isDistinct(Map<Integer, Integer> seen) {
        return isDistinct(number -> seen.putIfAbsent(number, number) == null);
    }

    boolean hashMap() {
        return isDistinct(new HashMap<>());
    }

    boolean treeMap() {
        return isDistinct(new TreeMap<>());
    }

    boolean counts() {
        Map<Integer, Integer> counts = new HashMap<>();
        return isDistinct(number -> counts.merge(number, 1, Integer::sum) == 1);
    }

    private boolean isDistinct(List<Integer> seen) {
        return isDistinct(number -> !seen.contains(number) && seen.add(number));
    }

    boolean arrayList() {
        return isDistinct(new ArrayList<>());
    }

    boolean linkedList() {
        return isDistinct(new LinkedList<>());
    }

    boolean stack() {
        Stack<Integer> seen = new Stack<>();
        return isDistinct(number -> seen.search(number) < 0 && seen.push(number) == number);
    }
}
