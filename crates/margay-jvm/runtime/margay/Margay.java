package margay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Nondeterministic choice for any Java program: under {@code margay run --all}, a program that
 * calls {@link #choose} is run once for every way its choices can go; under {@code margay check} and
 * {@code margay generate}, a program that calls {@link #anyInt} and the like is run for all values.
 *
 * <p>Margay replaces these methods by its own. On an ordinary JVM {@code any...} take the values that a
 * failure was found with: those that {@link #give} was given, or the lines of the file that the
 * system property {@code margay.values} names, such as {@code int 5}. Without values they throw, as
 * the others always do.
 */
public final class Margay {
    private static final String PROPERTY = "margay.values";

    /** What is left of the values; null if there are none. */
    private static Deque<String> values;

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
        needValues();
        if (!condition) {
            throw new IllegalStateException("an assumption does not hold for the values given");
        }
    }

    /** Drops this branch if both are the same object; null is none. */
    public static void assumeNoAlias(Object a, Object b) {
        needValues();
    }

    /** Drops this branch if there is an object that can be reached from both. */
    public static void assumeNoSharing(Object a, Object b) {
        needValues();
    }

    /** Drops this branch if an object that can be reached from this one can be reached from itself. */
    public static void assumeAcyclic(Object root) {
        needValues();
    }

    /** Drops this branch unless every object that can be reached from this one is reached in one way only. */
    public static void assumeTree(Object root) {
        needValues();
    }

    /** Ends this branch as a failure. */
    public static void fail() {
        fail("margay.Margay.fail");
    }

    /** Ends this branch as a failure, with a message. */
    public static void fail(String message) {
        needValues();
        throw new AssertionError(message);
    }

    /** Any boolean. */
    public static boolean anyBoolean() {
        return Boolean.parseBoolean(next("boolean"));
    }

    /** Any byte. */
    public static byte anyByte() {
        return Byte.parseByte(next("byte"));
    }

    /** Any short. */
    public static short anyShort() {
        return Short.parseShort(next("short"));
    }

    /** Any char. */
    public static char anyChar() {
        return (char) Integer.parseInt(next("char"));
    }

    /** Any int. */
    public static int anyInt() {
        return Integer.parseInt(next("int"));
    }

    /** Any long. */
    public static long anyLong() {
        return Long.parseLong(next("long"));
    }

    /** Any float, NaN and infinities included. */
    public static float anyFloat() {
        return Float.parseFloat(next("float"));
    }

    /** Any double, NaN and infinities included. */
    public static double anyDouble() {
        return Double.parseDouble(next("double"));
    }

    /** Any object but null, for proofs: no list of values has objects, so outside of them it throws. */
    public static <T> T anyObject() {
        throw new IllegalStateException("any object: no list of values has objects");
    }

    /** Any text of up to {@code most} Latin-1 characters; {@code most} is at most 64. */
    public static String anyString(int most) {
        int length = anyInt();
        byte[] bytes = new byte[most];
        for (int i = 0; i < most; i++) {
            bytes[i] = anyByte();
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Any text; Margay tries those of up to 8 Latin-1 characters. */
    public static String anyString() {
        return anyString(8);
    }

    /** Gives the values that {@code any...} return from now on, in order, each with its type: {@code int 5}. */
    public static void give(String... given) {
        values = new ArrayDeque<>(Arrays.asList(given));
    }

    private static boolean hasValues() {
        String file = System.getProperty(PROPERTY);
        if (values == null && file != null) {
            try {
                values = new ArrayDeque<>(Files.readAllLines(Paths.get(file)));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the values of -D" + PROPERTY, e);
            }
        }
        return values != null;
    }

    private static void needValues() {
        if (!hasValues()) {
            throw outside();
        }
    }

    private static String next(String type) {
        needValues();
        String value = values.poll();
        if (value == null) {
            throw new IllegalStateException("any " + type + " is wanted, and no value is left");
        }
        if (!value.startsWith(type + " ")) {
            throw new IllegalStateException("any " + type + " is wanted, and the next value is " + value);
        }
        return value.substring(type.length() + 1);
    }

    private static UnsupportedOperationException outside() {
        return new UnsupportedOperationException(
                "margay.Margay works under Margay, or with values: -D" + PROPERTY + "=FILE");
    }
}
