// outcomes: 46
// dropped: 0
// Lambdas of streams choose: filter, map, sorted, reduce, lazily.
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import margay.Margay;

public class InStreams {
    public static void main(String[] args) {
        List<Integer> kept = IntStream.rangeClosed(1, 3).filter(i -> Margay.choose(0, 1) == 1).boxed().collect(Collectors.toList());
        System.out.println(kept);
        String mapped = kept.stream().limit(2).map(i -> i + "" + (char) ('x' + Margay.choose(0, 1))).collect(Collectors.joining("-"));
        System.out.println(mapped);
        System.out.println(IntStream.iterate(1, i -> i * 2).limit(10).anyMatch(i -> i == 2 && Margay.choose(0, 1) == 1));
    }
}
