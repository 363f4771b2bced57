// Generic sealed lists with record patterns: map, fold, zip, merge sort, all by recursion.
import java.util.Comparator;
import java.util.function.BiFunction;
import java.util.function.Function;

public class GenericRecords {
    sealed interface Seq<T> permits Cons, End { }
    record Cons<T>(T head, Seq<T> tail) implements Seq<T> { }
    record End<T>() implements Seq<T> { }
    record Two<A, B>(A a, B b) { }

    @SafeVarargs
    static <T> Seq<T> of(T... items) {
        Seq<T> s = new End<>();
        for (int i = items.length - 1; i >= 0; i--) {
            s = new Cons<>(items[i], s);
        }
        return s;
    }

    static <T, R> Seq<R> map(Seq<T> s, Function<? super T, ? extends R> f) {
        return switch (s) {
            case Cons<T>(var h, var t) -> new Cons<>(f.apply(h), map(t, f));
            case End<T>() -> new End<>();
        };
    }

    static <T, R> R fold(Seq<T> s, R seed, BiFunction<R, T, R> f) {
        return switch (s) {
            case Cons<T>(var h, var t) -> fold(t, f.apply(seed, h), f);
            case End<T> _ -> seed;
        };
    }

    static <A, B> Seq<Two<A, B>> zip(Seq<A> a, Seq<B> b) {
        return switch (new Two<>(a, b)) {
            case Two<Seq<A>, Seq<B>>(Cons<A>(var x, var xs), Cons<B>(var y, var ys)) -> new Cons<>(new Two<>(x, y), zip(xs, ys));
            case Two<Seq<A>, Seq<B>> _ -> new End<>();
        };
    }

    static <T> Two<Seq<T>, Seq<T>> split(Seq<T> s) {
        return switch (s) {
            case Cons<T>(var a, Cons<T>(var b, var rest)) -> {
                var halves = split(rest);
                yield new Two<>(new Cons<>(a, halves.a()), new Cons<>(b, halves.b()));
            }
            case Cons<T>(_, End<T>()) -> new Two<>(s, new End<>());
            case End<T>() -> new Two<>(s, s);
        };
    }

    static <T> Seq<T> merge(Seq<T> a, Seq<T> b, Comparator<? super T> order) {
        if (a instanceof Cons<T>(var x, var xs) && b instanceof Cons<T>(var y, var ys)) {
            return order.compare(x, y) <= 0 ? new Cons<>(x, merge(xs, b, order)) : new Cons<>(y, merge(a, ys, order));
        }
        return a instanceof End<T> ? b : a;
    }

    static <T> Seq<T> sort(Seq<T> s, Comparator<? super T> order) {
        return switch (s) {
            case Cons<T>(_, Cons<T> _) -> {
                var halves = split(s);
                yield merge(sort(halves.a(), order), sort(halves.b(), order), order);
            }
            default -> s;
        };
    }

    static <T> String show(Seq<T> s) {
        return fold(s, new StringBuilder("["), (sb, t) -> sb.append(sb.length() > 1 ? " " : "").append(t)).append("]").toString();
    }

    public static void main(String[] args) {
        Seq<Integer> s = of(5, 2, 9, 1, 7, 3, 8);
        System.out.println(show(s) + " " + show(map(s, x -> x * x)) + " " + fold(s, 0, Integer::sum));
        System.out.println(show(sort(s, Comparator.naturalOrder())) + " " + show(sort(s, Comparator.reverseOrder())) + " " + show(sort(of("pear", "fig", "apple"), Comparator.comparing(String::length))));
        System.out.println(show(zip(s, of("a", "b", "c"))) + " " + show(GenericRecords.<String>of()));
        System.out.println(of(1, 2).equals(of(1, 2)) + " " + of(1, 2) + " " + of(1, 2).hashCode());
    }
}
