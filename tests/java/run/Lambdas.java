// Lambdas with every kind of capture, recursion, currying, generic and intersection-typed targets.
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class Lambdas {
    int field = 10;
    static int shared = 20;

    interface Wide {
        double apply(byte b, long l, float f, double d, String s, int[] a);
    }

    interface Marker {
        default String mark() {
            return "marked " + (this instanceof Runnable);
        }
    }

    static IntUnaryOperator factorial;

    Supplier<Integer> captureThis() {
        return () -> field++ + shared++;
    }

    static <T, R> List<R> map(List<T> list, Function<? super T, ? extends R> f) {
        List<R> out = new ArrayList<>();
        for (T t : list) {
            out.add(f.apply(t));
        }
        return out;
    }

    static Supplier<String> all(boolean z, byte b, char c, short s, int i, long l, float f, double d, Object o, int[] a) {
        return () -> "" + z + b + c + s + i + l + f + d + o + a.length;
    }

    static IntUnaryOperator fix(Function<IntUnaryOperator, IntUnaryOperator> f) {
        return n -> f.apply(fix(f)).applyAsInt(n);
    }

    public static void main(String[] args) {
        Runnable none = () -> System.out.println("no capture");
        none.run();
        int local = 5;
        long wide = 1L << 40;
        Supplier<Long> locals = () -> local + wide;
        System.out.println(locals.get());
        Lambdas o = new Lambdas();
        Supplier<Integer> s = o.captureThis();
        System.out.println(s.get() + " " + s.get() + " " + o.field + " " + shared);
        System.out.println(all(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.0, "o", new int[7]).get());
        Wide w = (b, l, f, d, t, a) -> b + l * f - d + t.length() + a[0];
        System.out.println(w.apply((byte) 2, 3L, 1.5f, 0.25, "four", new int[] {5}));
        factorial = n -> n <= 1 ? 1 : n * factorial.applyAsInt(n - 1);
        System.out.println(factorial.applyAsInt(10));
        System.out.println(fix(self -> n -> n < 2 ? n : self.applyAsInt(n - 1) + self.applyAsInt(n - 2)).applyAsInt(15));
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> c -> a * 100 + b * 10 + c;
        System.out.println(curried.apply(1).apply(2).apply(3));
        System.out.println(map(List.of("a", "bb", "ccc"), t -> t.length() * t.length()));
        Runnable both = (Runnable & Serializable & Marker) () -> System.out.println("intersection");
        both.run();
        System.out.println(((Marker) both).mark() + " " + (both instanceof Serializable));
        Map<String, IntBinaryOperator> ops = new HashMap<>();
        ops.put("+", (a, b) -> a + b);
        ops.put("max", Math::max);
        ops.put("^", (a, b) -> {
            int r = 1;
            for (int i = 0; i < b; i++) {
                r *= a;
            }
            return r;
        });
        System.out.println(ops.get("+").applyAsInt(3, 4) + " " + ops.get("max").applyAsInt(3, 4) + " " + ops.get("^").applyAsInt(3, 4));
        List<Supplier<Integer>> suppliers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int k = i;
            suppliers.add(() -> k * k);
        }
        for (Supplier<Integer> x : suppliers) {
            System.out.print(x.get() + " ");
        }
        System.out.println();
        int[] counter = {0};
        Runnable bump = () -> counter[0] += 3;
        bump.run();
        bump.run();
        System.out.println(counter[0]);
        BiFunction<Object, Object, String> varied = (a, b) -> a + "/" + b;
        System.out.println(varied.andThen(String::length).apply("left", 12345));
        try {
            ((Runnable) () -> {
                throw new IllegalStateException("from lambda");
            }).run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Supplier<Supplier<String>> nested = () -> () -> "nested" + local;
        System.out.println(nested.get().get());
    }
}
