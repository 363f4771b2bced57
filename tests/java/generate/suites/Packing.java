/** Code that a program has written: the same a dozen times. */
public final class Packing {
    private Packing() {
    }

    /** The lowest bits of twelve numbers. */
    public static void pack(int[] in, int from, int[] out, int at) {
        out[at + 0] = in[from + 0] & 7;
        out[at + 1] = in[from + 1] & 7;
        out[at + 2] = in[from + 2] & 7;
        out[at + 3] = in[from + 3] & 7;
        out[at + 4] = in[from + 4] & 7;
        out[at + 5] = in[from + 5] & 7;
        out[at + 6] = in[from + 6] & 7;
        out[at + 7] = in[from + 7] & 7;
        out[at + 8] = in[from + 8] & 7;
        out[at + 9] = in[from + 9] & 7;
        out[at + 10] = in[from + 10] & 7;
        out[at + 11] = in[from + 11] & 7;
    }

    /** The number after a number. */
    public static int next(int n) {
        if (n == Integer.MAX_VALUE) {
            throw new IllegalArgumentException("there is none");
        }
        return n + 1;
    }
}
