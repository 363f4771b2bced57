package gov.nasa.jpf.symbc;

import margay.Margay;

/** What programs written for Symbolic PathFinder ask for values with. */
public final class Debug {
    private Debug() {}

    public static void assume(boolean condition) {
        Margay.assume(condition);
    }

    public static int makeSymbolicInteger(String name) {
        return Margay.anyInt();
    }

    public static long makeSymbolicLong(String name) {
        return Margay.anyLong();
    }

    public static short makeSymbolicShort(String name) {
        return Margay.anyShort();
    }

    public static byte makeSymbolicByte(String name) {
        return Margay.anyByte();
    }

    public static char makeSymbolicChar(String name) {
        return Margay.anyChar();
    }

    public static boolean makeSymbolicBoolean(String name) {
        return Margay.anyBoolean();
    }

    public static float makeSymbolicFloat(String name) {
        return Margay.anyFloat();
    }

    public static double makeSymbolicReal(String name) {
        return Margay.anyDouble();
    }

    public static String makeSymbolicString(String name) {
        return Margay.anyString();
    }

    public static int addSymbolicInt(int value, String name) {
        return Margay.anyInt();
    }

    public static long addSymbolicLong(long value, String name) {
        return Margay.anyLong();
    }

    public static short addSymbolicShort(short value, String name) {
        return Margay.anyShort();
    }

    public static byte addSymbolicByte(byte value, String name) {
        return Margay.anyByte();
    }

    public static char addSymbolicChar(char value, String name) {
        return Margay.anyChar();
    }

    public static boolean addSymbolicBoolean(boolean value, String name) {
        return Margay.anyBoolean();
    }

    public static float addSymbolicFloat(float value, String name) {
        return Margay.anyFloat();
    }

    public static double addSymbolicDouble(double value, String name) {
        return Margay.anyDouble();
    }
}
