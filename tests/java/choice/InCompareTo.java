// outcomes: 84
// dropped: 13
// compareTo of TreeSet and TreeMap elements chooses: every shape that an unknown total order can give.
import java.util.TreeMap;
import java.util.TreeSet;
import margay.Margay;

public class InCompareTo {
    static int comparisons;

    static class Item implements Comparable<Item> {
        final String name;

        Item(String name) {
            this.name = name;
        }

        @Override
        public int compareTo(Item o) {
            comparisons++;
            return this == o ? 0 : Margay.choose(-1, 1);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    public static void main(String[] args) {
        TreeSet<Item> set = new TreeSet<>();
        boolean first = set.add(new Item("a"));
        boolean second = set.add(new Item("b"));
        boolean third = set.add(new Item("c"));
        System.out.println(set + " " + first + second + third + " " + comparisons);
        TreeMap<Item, Integer> map = new TreeMap<>();
        for (Item item : set) {
            map.merge(item, 1, Integer::sum);
        }
        Margay.assume(map.size() >= 2);
        System.out.println(map + " " + comparisons);
    }
}
