package subjects;

import java.util.function.IntUnaryOperator;

/** Functions as arguments: implementations come from the class path. */
public final class Functions {
    private Functions() {}

    /** A test of numbers. */
    @FunctionalInterface
    public interface Check {
        boolean test(int n);
    }

    /** Whether a number is large. */
    public static class Large implements Check {
        int bound;

        @Override
        public boolean test(int n) {
            return n > bound;
        }
    }

    /** Whether a number is odd. */
    public static class Odd implements Check {
        @Override
        public boolean test(int n) {
            return (n & 1) == 1;
        }
    }

    public static int count(Check check, int a, int b) {
        int count = 0;
        if (check.test(a)) {
            count++;
        }
        if (check.test(b)) {
            count++;
        }
        return count;
    }

    public static int apply(int n) {
        IntUnaryOperator twice = x -> 2 * x;
        IntUnaryOperator both = n > 0 ? twice.andThen(x -> x + n) : twice;
        return both.applyAsInt(n);
    }

    public static int run(Runnable action) {
        try {
            action.run();
            return 0;
        } catch (NullPointerException e) {
            return 1;
        }
    }
}
