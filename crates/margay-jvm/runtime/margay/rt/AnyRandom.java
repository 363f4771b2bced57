package margay.rt;

import margay.Margay;

/** What a {@code java.util.Random} may give, where that is any value. */
final class AnyRandom {
    private AnyRandom() {}

    static int nextInt() {
        return Margay.anyInt();
    }

    static int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        return nextInt(0, bound);
    }

    static int nextInt(int origin, int bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        int value = Margay.anyInt();
        Margay.assume(value >= origin & value < bound);
        return value;
    }

    static long nextLong() {
        return Margay.anyLong();
    }

    static boolean nextBoolean() {
        return Margay.anyBoolean();
    }

    static float nextFloat() {
        int bits = Margay.anyInt();
        Margay.assume(bits >= 0 & bits < 1 << 24);
        return bits / (float) (1 << 24);
    }

    static double nextDouble() {
        long bits = Margay.anyLong();
        Margay.assume(bits >= 0 & bits < 1L << 53);
        return bits * 0x1.0p-53;
    }
}
