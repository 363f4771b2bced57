package right;

import java.util.Arrays;

/** Arguments of the class library of which two may be wrong at once: what it throws then is its own affair. */
public final class Ranges {
    private Ranges() {}

    public static int[] cut(int[] values, int from, int to) {
        return Arrays.copyOfRange(values, from, to);
    }

    public static String[] names(String[] values, int from, int to) {
        return Arrays.copyOfRange(values, from, to);
    }

    public static byte[] resize(byte[] values, int length) {
        return Arrays.copyOf(values, length);
    }
}
