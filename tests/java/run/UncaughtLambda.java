// An exception escapes nested lambdas, a constructor, an initializer and a local class; causes share frames.
import java.util.function.Function;
import java.util.function.Supplier;

public class UncaughtLambda {
    static <T> T retry(int times, Supplier<T> action) {
        RuntimeException last = null;
        for (int i = 0; i < times; i++) {
            try {
                return action.get();
            } catch (RuntimeException e) {
                System.out.println("attempt " + i + ": " + e.getMessage());
                if (last != null) {
                    e.addSuppressed(last);
                }
                last = e;
            }
        }
        throw new IllegalStateException("gave up", last);
    }

    public static void main(String[] args) {
        int[] calls = {0};
        class Fragile {
            final int value;

            {
                value = divide(++calls[0] - 1);
            }

            int divide(int n) {
                return 10 / (n - n);
            }
        }
        Function<Integer, Supplier<Integer>> make = n -> () -> new Fragile().value + n;
        System.out.println(retry(2, make.apply(5)));
    }
}
