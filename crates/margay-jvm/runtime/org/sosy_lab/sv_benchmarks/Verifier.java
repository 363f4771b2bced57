package org.sosy_lab.sv_benchmarks;

import margay.Margay;

/** What Java tasks of the competition SV-COMP ask for values with. A class of this name on the class path goes before this one. */
public final class Verifier {
    private Verifier() {}

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

    public static Object nondetObject() {
        return Margay.anyBoolean() ? null : Margay.anyObject();
    }
}
