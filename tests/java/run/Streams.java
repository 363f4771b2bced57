// Streams of objects: intermediate and terminal operations, laziness, order of evaluation.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Streams {
    public static void main(String[] args) {
        List<String> words = Arrays.asList("pear", "apple", "fig", "banana", "kiwi", "apple", "cherry");
        System.out.println(words.stream().map(String::toUpperCase).collect(Collectors.toList()));
        System.out.println(words.stream().filter(w -> w.length() > 4).distinct().sorted().toList());
        System.out.println(words.stream().sorted(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())).collect(Collectors.joining(",", "[", "]")));
        System.out.println(words.stream().skip(2).limit(3).toList() + " " + words.stream().count() + " " + words.stream().findFirst().get());
        System.out.println(words.stream().anyMatch(w -> w.startsWith("k")) + " " + words.stream().allMatch(w -> w.length() > 2) + " " + words.stream().noneMatch(String::isEmpty));
        System.out.println(words.stream().reduce("", (a, b) -> a + b.charAt(0)) + " " + words.stream().map(String::length).reduce(Integer::sum) + " " + words.stream().reduce(0, (n, w) -> n + w.length(), Integer::sum));
        System.out.println(words.stream().min(Comparator.naturalOrder()) + " " + words.stream().max(Comparator.comparing(String::length)) + " " + Stream.<String>empty().findAny());
        System.out.println(Stream.of(List.of(1, 2), List.of(3), List.<Integer>of()).flatMap(List::stream).map(n -> n * 10).toList());
        System.out.println(Stream.iterate(1, n -> n * 3).limit(8).toList() + " " + Stream.iterate(1, n -> n < 100, n -> n * 2).toList());
        int[] counter = {0};
        System.out.println(Stream.generate(() -> counter[0]++).limit(5).toList());
        List<String> trace = new ArrayList<>();
        Optional<Integer> first = Stream.of(1, 2, 3, 4, 5, 6)
            .peek(n -> trace.add("a" + n))
            .filter(n -> n % 2 == 0)
            .peek(n -> trace.add("b" + n))
            .map(n -> n * n)
            .filter(n -> n > 10)
            .findFirst();
        System.out.println(first + " " + trace);
        trace.clear();
        Stream.of(3, 1, 2).peek(n -> trace.add("p" + n)).sorted().peek(n -> trace.add("s" + n)).limit(2).forEach(n -> trace.add("e" + n));
        System.out.println(trace);
        Stream<String> lazy = words.stream().map(w -> {
            throw new IllegalStateException("never run");
        });
        System.out.println(lazy != null);
        System.out.println(Stream.concat(Stream.of("x"), Stream.of("y", "z")).toList() + " " + Stream.of(5, 3, 1, 4).takeWhile(n -> n > 1).toList() + " " + Stream.of(5, 3, 1, 4).dropWhile(n -> n > 1).toList());
        System.out.println(Arrays.toString(words.stream().map(String::length).toArray(Integer[]::new)) + " " + Arrays.toString(words.stream().toArray()));
        Iterator<Integer> it = Stream.of(1, 2, 3).map(n -> n + 1).iterator();
        System.out.println(it.next() + it.next() + it.next() + " " + it.hasNext());
        System.out.println(Stream.of("a-b", "c").flatMap(s -> Arrays.stream(s.split("-"))).collect(Collectors.toCollection(ArrayList::new)) + " " + Stream.of(1, 2, 3).<String>mapMulti((n, sink) -> {
            for (int i = 0; i < n; i++) {
                sink.accept(n + "" + i);
            }
        }).toList());
        Stream<Integer> once = Stream.of(1);
        once.count();
        try {
            once.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            words.stream().map(w -> w.charAt(10)).forEach(System.out::println);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println("thrown in a stage");
        }
        System.out.println("hello world".chars().mapToObj(c -> (char) c).filter(Character::isLetter).map(String::valueOf).sorted().collect(Collectors.joining()));
    }
}
