import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** A bit of everything that compilers make of Java. */
public class Shapes {
    interface Shape { double area(); default String label() { return "shape " + area(); } }
    record Circle(double radius) implements Shape { public double area() { return 3 * radius * radius; } }
    record Box(int width, long height, String name) implements Shape { public double area() { return width * height; } }
    enum Color { RED, GREEN { @Override int code() { return 7; } }; int code() { return ordinal(); } }

    private int count;
    private final int[][] grid = new int[3][4];
    static long total = 5;

    int loops(int n) {
        int sum = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = i; j >= 0; j -= 2) {
                if (j == 7) continue outer;
                if (sum > 1000) break outer;
                sum += grid[i % 3][j % 4] ^ j << 2;
            }
        }
        return sum;
    }

    static String choose(int x, String s, Color c) {
        switch (x) { case 1: case 2: return "low"; case 3: x++; break; case 1000: return "high"; default: x--; }
        switch (s) { case "a": return "A"; case "b": return "B"; }
        return switch (c) { case RED -> "r" + x; case GREEN -> "g" + s; };
    }

    int exceptions(Object o, int d) {
        int result = 0;
        try {
            try {
                result = 10 / d;
                o.hashCode();
            } catch (ArithmeticException e) {
                result = -1;
                throw new IllegalStateException(e);
            } finally {
                count++;
            }
        } catch (IllegalStateException | NullPointerException e) {
            result += e.getMessage() == null ? 1 : 2;
        }
        synchronized (this) { count += result; }
        return count;
    }

    static double numbers(int i, long l, float f, double d, byte b, char c, short s) {
        boolean less = f < d, same = f != f, order = l > i && !(d >= f);
        l = (l << i) / 3 + (l >>> 5) % 7 - (i & c | s ^ b);
        i = (int) f + (int) d + (byte) i + (char) i + (short) l;
        f = i * f / 2 - (float) l; d = -d % 3.5 + l;
        return less ? d : same ? f : order ? i : l;
    }

    Supplier<String> lambdas(String a, int b, long c) {
        Function<Object, String> f = Object::toString;
        IntBinaryOperator op = Math::max;
        Supplier<Shapes> make = Shapes::new;
        Function<Integer, int[]> array = int[]::new;
        Runnable r = () -> count += b;
        r.run();
        return () -> a + b + c + f.apply(make) + op.applyAsInt(b, array.apply(b).length) + this;
    }

    static Object casts(Object o) {
        if (o instanceof String s && s.length() > 2) return s.charAt(1);
        if (o instanceof int[] a) { a[0]++; return a.clone(); }
        if (o instanceof Shape[]) { ((Shape[]) o)[0] = new Circle(2); }
        return new Object[][][] {{null, {o}}, new Object[2][]};
    }

    static int run() {
        Shapes s = new Shapes();
        return s.loops(5) + s.exceptions(null, 0) + choose(3, "b", Color.GREEN).length()
            + new Box(1, 2, "x").hashCode() + new Circle(1).toString().length() + casts("abc").hashCode();
    }
}
