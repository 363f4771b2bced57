// IntStream, LongStream and DoubleStream.
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

public class NumericStreams {
    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 10).sum() + " " + IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) + " " + IntStream.range(5, 5).max() + " " + IntStream.of(3, 1, 2).min().getAsInt());
        System.out.println(IntStream.range(0, 20).filter(n -> n % 3 == 0).boxed().collect(Collectors.toList()) + " " + IntStream.range(0, 4).mapToObj(i -> "i" + i).collect(Collectors.joining("+")));
        System.out.println(IntStream.of(1, 2, 3, 4).average() + " " + IntStream.empty().average() + " " + Arrays.toString(IntStream.iterate(1, n -> n * 2).limit(10).toArray()));
        IntSummaryStatistics stats = IntStream.of(4, 8, 15, 16, 23, 42).summaryStatistics();
        System.out.println(stats + " " + stats.getAverage() + " " + stats.getMax());
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + IntStream.of(1, 2).asLongStream().sum() + " " + IntStream.range(0, 5).mapToLong(i -> 1L << (i * 10)).sum());
        System.out.println(DoubleStream.of(1.5, 2.5, 3).sum() + " " + DoubleStream.of(0.1, 0.2, 0.3).average().getAsDouble() + " " + DoubleStream.of(3, 1, 2).sorted().boxed().toList() + " " + DoubleStream.of(1, 2).mapToInt(d -> (int) d * 3).sum() + " " + DoubleStream.of(1e100, 1, -1e100).sum());
        System.out.println(DoubleStream.of(2, 4).summaryStatistics());
        System.out.println(List.of("a", "bb", "ccc").stream().mapToInt(String::length).sum() + " " + List.of(1.5, 2.5).stream().mapToDouble(d -> d).max().getAsDouble());
        System.out.println(IntStream.rangeClosed(2, 50).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().toList());
        System.out.println(IntStream.of(5, 3, 5, 1).distinct().sorted().boxed().toList() + " " + IntStream.concat(IntStream.of(1), IntStream.of(2)).count() + " " + IntStream.range(0, 100).skip(95).boxed().toList() + " " + IntStream.of(1, 2, 3).anyMatch(n -> n == 2) + " " + IntStream.of(1).allMatch(n -> n == 2));
        System.out.println(IntStream.range(0, 3).flatMap(i -> IntStream.range(0, i)).boxed().toList() + " " + IntStream.range(0, 5).collect(StringBuilder::new, (sb, i) -> sb.append(i), StringBuilder::append) + " " + IntStream.range(1, 4).asDoubleStream().boxed().toList());
        int[][] triples = IntStream.rangeClosed(1, 20).boxed()
            .flatMap(a -> IntStream.rangeClosed(a, 20).filter(b -> Math.sqrt(a * a + b * b) % 1 == 0).mapToObj(b -> new int[] {a, b, (int) Math.sqrt(a * a + b * b)}))
            .toArray(int[][]::new);
        System.out.println(Arrays.deepToString(triples));
        System.out.println(Arrays.stream(new int[] {1, 2, 3, 4}, 1, 3).sum() + " " + Arrays.stream(new double[] {1, 2}).map(Math::sqrt).sum() + " " + "abc".chars().map(c -> c - 'a').boxed().toList());
    }
}
