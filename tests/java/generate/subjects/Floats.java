package subjects;

/** Floating-point numbers, and the bits they are made of. */
public class Floats {
    public static int sign(double value) {
        return Double.doubleToRawLongBits(value) < 0 ? -1 : 1;
    }

    public static int order(Double a, double b) {
        return a.compareTo(b);
    }

    public static int bucket(double value) {
        int hash = Double.hashCode(value);
        return hash == 7 ? 1 : hash > 1000 ? 2 : 3;
    }

    public static boolean same(float a, Float b) {
        return b.equals(a);
    }

    public static double made(long bits) {
        double value = Double.longBitsToDouble(bits);
        return value > 2.5 ? value : -value;
    }

    public static String rounded(double value) {
        if (Math.round(value) == 3) {
            return "three";
        }
        return Math.floor(value) == 7.0 ? "seven" : "other";
    }
}
