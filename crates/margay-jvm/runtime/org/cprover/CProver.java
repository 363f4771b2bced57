package org.cprover;

import java.util.Arrays;
import margay.Margay;

/** What programs written for JBMC ask for values with, as far as Margay has a counterpart. */
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

    public static <T> T nondetWithNull() {
        return Margay.anyBoolean() ? null : Margay.<T>anyObject();
    }

    public static <T> T nondetWithNull(T instance) {
        return nondetWithNull();
    }

    public static <T> T nondetWithoutNull() {
        return Margay.anyObject();
    }

    public static <T> T nondetWithoutNull(T instance) {
        return Margay.anyObject();
    }

    /** An array of a length and of the class of another array, without elements. */
    public static <T> T[] createArrayWithType(int length, T[] type) {
        return Arrays.copyOf(Arrays.copyOf(type, 0), length);
    }

    /** What JBMC calls the class of an object. */
    public static String classIdentifier(Object object) {
        return "java::" + object.getClass().getName();
    }
}
