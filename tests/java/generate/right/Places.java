package right;

/** A table of two places, which shows one bit of a hash code: two runs have the same one every other time. */
public final class Places {
    private Places() {}

    public static int first(Object key) {
        return key == null ? -1 : System.identityHashCode(key) & 1;
    }

    public static int second(int[] key) {
        return key == null ? -1 : System.identityHashCode(key) >> 1 & 1;
    }

    public static boolean third(StringBuilder key) {
        return key != null && (System.identityHashCode(key) & 4) == 0;
    }

    public static boolean fourth(Object key) {
        return key != null && (System.identityHashCode(key) & 8) == 0;
    }

    public static int fifth(long[] key) {
        return key == null ? -1 : System.identityHashCode(key) >> 4 & 1;
    }

    public static int sixth(Object key) {
        return key == null ? -1 : System.identityHashCode(key) >> 5 & 1;
    }
}
