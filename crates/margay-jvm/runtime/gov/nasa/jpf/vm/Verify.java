package gov.nasa.jpf.vm;

import margay.Margay;

/** What programs written for Java PathFinder choose with. */
public final class Verify {
    private Verify() {}

    public static boolean getBoolean() {
        return Margay.anyBoolean();
    }

    public static boolean randomBool() {
        return Margay.anyBoolean();
    }

    public static int random(int max) {
        return getInt(0, max);
    }

    public static int getInt(int min, int max) {
        int value = Margay.anyInt();
        Margay.assume(value >= min & value <= max);
        return value;
    }

    public static long getLong(long min, long max) {
        long value = Margay.anyLong();
        Margay.assume(value >= min & value <= max);
        return value;
    }

    public static int getIntFromList(int... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static void ignoreIf(boolean condition) {
        Margay.assume(!condition);
    }

    public static void assertTrue(boolean condition) {
        assertTrue("assertion failed", condition);
    }

    public static void assertTrue(String message, boolean condition) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }
}
