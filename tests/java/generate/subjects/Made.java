package subjects;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Objects of the class library that tests have to make: lambdas, and what is made of one value. */
public final class Made {
    private final Function<Object, String> naming;

    /** What nothing implements. */
    public interface Measure {
        double of(String text, float scale);
    }

    public Made(Function<Object, String> naming) {
        this.naming = naming;
    }

    public boolean named() {
        return naming.apply(this).isEmpty();
    }

    public static int bounded(IntUnaryOperator f, int x) {
        int y = f.applyAsInt(x);
        return y > 10 ? 10 : y < 0 ? 0 : y;
    }

    public static String graded(Function<String, Integer> grade) {
        Integer found = grade.apply("x");
        return found == null ? "none" : found > 3 ? "good" : "bad";
    }

    public static boolean holds(Predicate<String> p) {
        return p != null && p.test("x");
    }

    public static int length(Supplier<String> s) {
        return s.get().length();
    }

    public static void twice(Runnable r) {
        r.run();
        r.run();
    }

    public static String least(Comparator<String> c) {
        return c.compare("a", "b") <= 0 ? "a" : "b";
    }

    public static Integer combined(BinaryOperator<Integer> op) {
        Integer made = op.apply(1, 2);
        return made < 0 ? -made : made;
    }

    public static boolean isShort(Measure m) {
        return m.of("", 1f) < 2;
    }

    public static int present(Optional<Integer> o) {
        return o.isPresent() ? o.get() > 4 ? 1 : 2 : 3;
    }

    public static int number(OptionalInt o) {
        return o.orElse(-1) == 7 ? 1 : 0;
    }

    public static Optional<String> found(String s) {
        return s.isEmpty() ? Optional.empty() : Optional.of(s);
    }

    public static void appended(StringBuilder b, boolean yes) {
        if (b.length() > 1 && b.charAt(0) == '#') {
            b.append(yes);
        }
    }

    public static boolean digit(BigInteger n) {
        return n.signum() > 0 && n.compareTo(BigInteger.TEN) < 0;
    }

    public static BigDecimal absolute(BigDecimal n) {
        return n.signum() < 0 ? n.negate() : n;
    }

    public static int sum(Iterator<Integer> numbers) {
        int sum = 0;
        while (numbers.hasNext()) {
            sum += numbers.next();
        }
        return sum;
    }

    public static boolean counted(AtomicInteger count) {
        return count.get() < 5 && count.get() > 2;
    }
}
