package margay;

/**
 * Nondeterministic choice for any Java program: under {@code margay run --all}, a program that
 * calls {@link #choose} is run once for every way its choices can go.
 *
 * <p>Margay replaces these methods by its own. On an ordinary JVM they throw.
 */
public final class Margay {
    private Margay() {}

    /**
     * Every integer from {@code lo} to {@code hi}, each in a branch of its own, in ascending
     * order.
     *
     * @throws IllegalArgumentException if {@code lo > hi}
     */
    public static int choose(int lo, int hi) {
        throw outside();
    }

    /** Drops this branch unless the condition holds. */
    public static void assume(boolean condition) {
        throw outside();
    }

    /** Ends this branch as a failure. */
    public static void fail() {
        throw outside();
    }

    /** Ends this branch as a failure, with a message. */
    public static void fail(String message) {
        throw outside();
    }

    private static UnsupportedOperationException outside() {
        return new UnsupportedOperationException("margay.Margay works under `margay run` only");
    }
}
