import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** One call site of each interesting kind. */
class Adapters {
    static ToLongFunction<Integer> unboxing() { return Integer::intValue; }
    static Function<Object, String> capturing(String s, long l) { return o -> s + l + o.hashCode(); }
    static Supplier<Adapters> constructing() { return Adapters::new; }
    record Pair(int a, float b) { }
}
