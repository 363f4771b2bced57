package org.cprover;

import margay.Margay;

/** What programs written for JBMC ask for values with, as far as these are numbers and texts. */
public final class CProver {
    private CProver() {}

    public static void assume(boolean condition) {
        Margay.assume(condition);
    }

    public static boolean nondetBoolean() {
        return Margay.anyBoolean();
    }

    public static byte nondetByte() {
        return Margay.anyByte();
    }

    public static short nondetShort() {
        return Margay.anyShort();
    }

    public static char nondetChar() {
        return Margay.anyChar();
    }

    public static int nondetInt() {
        return Margay.anyInt();
    }

    public static long nondetLong() {
        return Margay.anyLong();
    }

    public static float nondetFloat() {
        return Margay.anyFloat();
    }

    public static double nondetDouble() {
        return Margay.anyDouble();
    }

    public static String nondetString() {
        return Margay.anyString();
    }
}
