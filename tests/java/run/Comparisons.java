// Comparison of all numeric types, with NaN and both zeros, as value and as branch.
public class Comparisons {
    static int code(double a, double b) {
        int code = 0;
        if (a < b) code |= 1;
        if (a <= b) code |= 2;
        if (a > b) code |= 4;
        if (a >= b) code |= 8;
        if (a == b) code |= 16;
        if (a != b) code |= 32;
        if (!(a < b)) code |= 64;
        if (!(a > b)) code |= 128;
        return code;
    }

    static int code(float a, float b) {
        int code = 0;
        if (a < b) code |= 1;
        if (a <= b) code |= 2;
        if (a > b) code |= 4;
        if (a >= b) code |= 8;
        if (a == b) code |= 16;
        if (a != b) code |= 32;
        if (!(a <= b)) code |= 64;
        if (!(a >= b)) code |= 128;
        return code;
    }

    static int code(long a, long b) {
        return (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a > b ? 4 : 0) | (a >= b ? 8 : 0) | (a == b ? 16 : 0) | (a != b ? 32 : 0);
    }

    static int code(int a, int b) {
        return (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a > b ? 4 : 0) | (a >= b ? 8 : 0) | (a == b ? 16 : 0) | (a != b ? 32 : 0);
    }

    static int zeroCode(int a) {
        return (a < 0 ? 1 : 0) | (a <= 0 ? 2 : 0) | (a > 0 ? 4 : 0) | (a >= 0 ? 8 : 0) | (a == 0 ? 16 : 0) | (a != 0 ? 32 : 0);
    }

    public static void main(String[] args) {
        double[] doubles = {0.0, -0.0, 1, -1, Double.MIN_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
        for (double a : doubles) {
            for (double b : doubles) {
                System.out.print(code(a, b) + "/" + code((float) a, (float) b) + "/" + Double.compare(a, b) + "/" + Double.valueOf(a).equals(b) + " ");
            }
            System.out.println();
        }
        long[] longs = {0, 1, -1, 1L << 32, -(1L << 32), Long.MAX_VALUE, Long.MIN_VALUE};
        for (long a : longs) {
            for (long b : longs) {
                System.out.print(code(a, b) + "/" + code((int) a, (int) b) + "/" + Long.compare(a, b) + " ");
            }
            System.out.println(zeroCode((int) a));
        }
        boolean t = longs.length > 0;
        boolean f = !t;
        System.out.println((t & f) + " " + (t | f) + " " + (t ^ t) + " " + (t == f) + " " + (t != f) + " " + (t && !f) + " " + (f || f));
        char c = 'b';
        byte by = 98;
        System.out.println((c == by) + " " + (c == 98.0) + " " + (c < 98.5f) + " " + (by <= 98L));
        Object o = null;
        Object p = "p";
        System.out.println((o == null) + " " + (p == null) + " " + (o != p) + " " + (o == o));
    }
}
