// HashSet operations: union, intersection, difference, equality, iteration order of small ints and strings.
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

public class Sets {
    public static void main(String[] args) {
        Set<Integer> a = new HashSet<>(Arrays.asList(1, 2, 3, 4, 5, 40, 17));
        Set<Integer> b = new HashSet<>(Arrays.asList(4, 5, 6, 7, 17));
        System.out.println(a + " " + b);
        Set<Integer> union = new HashSet<>(a);
        System.out.println(union.addAll(b) + " " + union);
        Set<Integer> both = new HashSet<>(a);
        System.out.println(both.retainAll(b) + " " + both);
        Set<Integer> difference = new HashSet<>(a);
        System.out.println(difference.removeAll(b) + " " + difference);
        System.out.println(a.equals(new TreeSet<>(a)) + " " + a.containsAll(both) + " " + b.containsAll(a) + " " + a.hashCode() + " " + a.size());
        System.out.println(a.add(1) + " " + a.add(99) + " " + a.remove(99) + " " + a.remove(99) + " " + a.contains(3) + " " + a.contains(null));
        Set<String> words = new HashSet<>(List.of("java kotlin scala groovy clojure ceylon jython jruby rhino".split(" ")));
        System.out.println(words);
        words.removeIf(w -> w.startsWith("j"));
        System.out.println(words + " " + String.join(",", new TreeSet<>(words)));
        Set<Character> letters = new HashSet<>();
        for (char c : "hello world".toCharArray()) {
            if (!letters.add(c)) {
                System.out.print(c);
            }
        }
        System.out.println(" " + letters);
        Set<Set<Integer>> nested = new HashSet<>();
        nested.add(a);
        nested.add(new HashSet<>(a));
        nested.add(b);
        System.out.println(nested.size());
        Set<Long> longs = new HashSet<>();
        for (long i = 0; i < 2000; i++) {
            longs.add(i * i % 1009);
        }
        long sum = 0;
        for (long l : longs) {
            sum = sum * 31 + l;
        }
        System.out.println(longs.size() + " " + sum);
        a.clear();
        System.out.println(a + " " + a.isEmpty());
        Set<Double> doubles = new HashSet<>(Arrays.asList(0.0, -0.0, Double.NaN, Double.NaN));
        System.out.println(doubles.size());
    }
}
