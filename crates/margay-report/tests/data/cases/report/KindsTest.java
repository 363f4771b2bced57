// Written by margay generate, which will write it anew.
package report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Kinds does, path by path. */
class KindsTest {
    private final int savedKinds_calls = Kinds.calls;

    private final Object savedKinds_last = getStatic("report.Kinds.last");

    KindsTest() throws Exception {}

    @AfterEach
    void restoreStaticFields() throws Exception {
        Kinds.calls = savedKinds_calls;
        setStatic("report.Kinds.last", savedKinds_last);
    }

    private final PrintStream console = System.out;

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();

    @BeforeEach
    void captureOutput() {
        output.reset();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void releaseOutput() {
        System.setOut(console);
    }

    /** What the test has printed so far. */
    private String printed() {
        String text = output.toString(StandardCharsets.UTF_8);
        return text.replace(System.lineSeparator(), "\n");
    }

    /**
     * When {@code flag}.
     *
     * <p>Case 1.
     */
    @Test
    void half_whenFlag_returns151_875() throws Exception {
        Kinds.calls = 41;

        double result = Kinds.half((byte) -1, (short) 300, '\'', 0.5f, 0.25, true, 4L);

        assertEquals(151.875, result);
        assertEquals(42, Kinds.calls);
        assertEquals("half '", getStatic("report.Kinds.last"));
    }

    /**
     * When {@code !flag}.
     *
     * <p>Case 2.
     */
    @Test
    void half_whenNotFlag_returnsNaN() throws Exception {
        setStatic("report.Kinds.last", null);

        double result = Kinds.half((byte) -1, (short) 300, '\'', 0.5f, 0.25, false, 4L);

        assertEquals(Double.NaN, result);
        assertEquals(1, Kinds.calls);
        assertEquals("half '", getStatic("report.Kinds.last"));
    }

    /** Case 1. */
    @Test
    void fill_returns() throws Exception {
        Kinds kinds = allocate(Kinds.class);
        set(kinds, "report.Base.hidden", 7);
        set(kinds, "report.Base.secret", 9);
        kinds.wide = Double.POSITIVE_INFINITY;

        kinds.fill((byte) -128, (short) 32767, '\u20ac');

        assertEquals(7, kinds.hidden);
        assertEquals(9, get(kinds, "report.Base.secret"));
        assertEquals(-128, kinds.small);
        assertEquals(32767, kinds.medium);
        assertEquals('\u20ac', kinds.letter);
        assertTrue(kinds.flag);
        assertEquals(-0.0, kinds.wide);
        assertEquals("filled \u00e9 with \u20ac\n", printed());
    }

    /** Case 1. */
    @Test
    void twice_returnsText() {
        String result = Kinds.twice("\\u\"\u00e9\ud83d\ude00\t", 'x', -5L);

        assertEquals("\\u\"\u00e9\ud83d\ude00\t\\u\"\u00e9\ud83d\ude00\tx-5", result);
    }

    /** Case 1. */
    @Test
    void negative_returnsMinus0_0() {
        float result = Kinds.negative(0.0f);

        assertEquals(-0.0f, result);
    }

    /** Case 2. */
    @Test
    void negative_returnsInfinity() {
        float result = Kinds.negative(Float.NEGATIVE_INFINITY);

        assertEquals(Float.POSITIVE_INFINITY, result);
    }

    /** Case 3. */
    @Test
    void negative_returnsMinus1eMinus45() {
        float result = Kinds.negative(1e-45f);

        assertEquals(-1e-45f, result);
    }

    /** Case 1. */
    @Test
    void next_returns1() {
        int result = Kinds.next();

        assertEquals(1, result);
        assertEquals(1, Kinds.calls);
    }

    /** A new object whose constructor has not run. */
    private static <T> T allocate(Class<T> type) throws Exception {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field field = unsafe.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Method allocate = unsafe.getMethod("allocateInstance", Class.class);
        return type.cast(allocate.invoke(field.get(null), type));
    }

    /** Reads a field that source code may not use. */
    private static Object get(Object object, String name) throws Exception {
        return field(object.getClass(), name).get(object);
    }

    /** Sets a field that source code may not use. */
    private static void set(Object object, String name, Object value) throws Exception {
        field(object.getClass(), name).set(object, value);
    }

    /** Reads a static field that source code may not use. */
    private static Object getStatic(String name) throws Exception {
        return field(null, name).get(null);
    }

    /** Sets a static field that source code may not use. */
    private static void setStatic(String name, Object value) throws Exception {
        field(null, name).set(null, value);
    }

    /** A field of the class itself, or of another one that is named before it. */
    private static Field field(Class<?> type, String name) throws Exception {
        int dot = name.lastIndexOf('.');
        Class<?> owner = dot < 0 ? type : Class.forName(name.substring(0, dot));
        Field field = owner.getDeclaredField(name.substring(dot + 1));
        field.setAccessible(true);
        return field;
    }
}
