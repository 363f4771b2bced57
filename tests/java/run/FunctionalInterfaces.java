// java.util.function: compose, andThen, negate, and, or, identity, minBy, primitive specialisations.
import java.util.Comparator;
import java.util.function.*;

public class FunctionalInterfaces {
    public static void main(String[] args) {
        Function<Integer, Integer> twice = x -> x * 2;
        Function<Integer, Integer> plus = x -> x + 3;
        System.out.println(twice.compose(plus).apply(5) + " " + twice.andThen(plus).apply(5) + " " + Function.<Integer>identity().apply(9));
        Predicate<String> empty = String::isEmpty;
        Predicate<String> longer = s -> s.length() > 3;
        System.out.println(empty.negate().and(longer).test("four") + " " + empty.or(longer).test("abc") + " " + Predicate.not(empty).test("") + " " + Predicate.isEqual("x").test("x"));
        BiFunction<Integer, Integer, Integer> mul = (a, b) -> a * b;
        System.out.println(mul.andThen(x -> "<" + x + ">").apply(6, 7));
        BinaryOperator<String> min = BinaryOperator.minBy(Comparator.naturalOrder());
        BinaryOperator<String> max = BinaryOperator.maxBy(Comparator.comparing(String::length));
        System.out.println(min.apply("b", "a") + " " + max.apply("long", "s"));
        StringBuilder log = new StringBuilder();
        Consumer<String> add = log::append;
        add.andThen(s -> log.append(s.length())).accept("abc");
        BiConsumer<String, Integer> pair = (s, n) -> log.append(s).append(n);
        pair.andThen((s, n) -> log.append('!')).accept("k", 5);
        System.out.println(log);
        IntPredicate even = n -> n % 2 == 0;
        IntPredicate big = n -> n > 10;
        System.out.println(even.and(big).test(12) + " " + even.or(big).test(7) + " " + even.negate().test(7));
        IntUnaryOperator inc = n -> n + 1;
        System.out.println(inc.compose(n -> n * 10).applyAsInt(4) + " " + inc.andThen(n -> n * 10).applyAsInt(4));
        LongBinaryOperator longs = Math::floorMod;
        DoubleUnaryOperator half = d -> d / 2;
        ToDoubleFunction<String> parse = Double::parseDouble;
        IntToLongFunction widen = n -> n * 10000000000L;
        DoubleToIntFunction cut = d -> (int) d;
        ObjIntConsumer<String> repeat = (s, n) -> System.out.println(s.repeat(n));
        repeat.accept("xy", 3);
        System.out.println(longs.applyAsLong(-7, 3) + " " + half.applyAsDouble(5) + " " + parse.applyAsDouble("2.5") + " " + widen.applyAsLong(5) + " " + cut.applyAsInt(9.9));
        BooleanSupplier yes = () -> true;
        IntSupplier seven = () -> 7;
        LongFunction<String> show = Long::toHexString;
        IntBinaryOperator pow = (a, b) -> (int) Math.pow(a, b);
        ToIntBiFunction<String, Character> find = String::indexOf;
        System.out.println(yes.getAsBoolean() + " " + seven.getAsInt() + " " + show.apply(255) + " " + pow.applyAsInt(2, 10) + " " + find.applyAsInt("hello", 'l'));
        Function<Integer, Integer> pipeline = Function.identity();
        for (int i = 1; i <= 5; i++) {
            int k = i;
            pipeline = pipeline.andThen(x -> x * k + 1);
        }
        System.out.println(pipeline.apply(1));
        try {
            twice.andThen(null);
        } catch (NullPointerException e) {
            System.out.println("null stage");
        }
    }
}
