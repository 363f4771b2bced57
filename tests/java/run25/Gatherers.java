// Stream gatherers: windows, fold, scan, and one written by hand.
import java.util.List;
import java.util.stream.Gatherer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Gatherers {
    static <T> Gatherer<T, ?, T> everyOther() {
        return Gatherer.ofSequential(() -> new boolean[1], (state, element, downstream) -> {
            state[0] = !state[0];
            return !state[0] || downstream.push(element);
        });
    }

    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 10).boxed().gather(java.util.stream.Gatherers.windowFixed(3)).toList());
        System.out.println(IntStream.range(0, 6).boxed().gather(java.util.stream.Gatherers.windowSliding(4)).toList());
        System.out.println(Stream.of(1, 2, 3, 4).gather(java.util.stream.Gatherers.scan(() -> 0, Integer::sum)).toList());
        System.out.println(Stream.of("a", "b", "c").gather(java.util.stream.Gatherers.fold(() -> "", (a, b) -> b + a)).findFirst().get());
        System.out.println(Stream.iterate(1, n -> n + 1).gather(everyOther()).limit(5).toList());
        System.out.println(List.of(1, 2, 3, 4, 5, 6, 7).stream().gather(everyOther().andThen(everyOther())).toList());
    }
}
