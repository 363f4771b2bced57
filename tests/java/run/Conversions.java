// All primitive conversions, on values where they saturate, truncate, round or change sign.
public class Conversions {
    static final int[] INTS = {0, 1, -1, 127, 128, -129, 255, 256, 32767, 32768, 65535, 65536, -65537, 16777217, Integer.MAX_VALUE, Integer.MIN_VALUE};
    static final long[] LONGS = {0, -1, 1L << 31, (1L << 31) - 1, -(1L << 31) - 1, 1L << 53, (1L << 53) + 1, (1L << 24) + 1, 0x123456789abcdefL, Long.MAX_VALUE, Long.MIN_VALUE};
    static final double[] DOUBLES = {0.0, -0.0, 0.5, -0.5, 1.9999, -1.9999, 127.5, 128.5, 65535.9, 2147483647.0, 2147483648.0, -2147483648.9, -2147483649.0,
        9.223372036854775807e18, -9.3e18, 1e300, -1e300, 1e39, 1e-50, Double.MIN_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};

    public static void main(String[] args) {
        for (int i : INTS) {
            System.out.println(i + ": " + (byte) i + " " + (short) i + " " + (int) (char) i + " " + (long) i + " " + (float) i + " " + (double) i);
        }
        for (long l : LONGS) {
            System.out.println(l + ": " + (byte) l + " " + (short) l + " " + (int) (char) l + " " + (int) l + " " + (float) l + " " + (double) l);
        }
        for (double d : DOUBLES) {
            System.out.println(d + ": " + (byte) d + " " + (short) d + " " + (int) (char) d + " " + (int) d + " " + (long) d + " " + (float) d);
            float f = (float) d;
            System.out.println("  float " + f + ": " + (byte) f + " " + (short) f + " " + (int) (char) f + " " + (int) f + " " + (long) f + " " + (double) f);
        }
        byte b = (byte) 200;
        short s = b;
        char c = (char) b;
        System.out.println(b + " " + s + " " + (int) c + " " + (b & 0xff) + " " + (b >>> 4) + " " + (byte) (b >>> 4));
        long widened = 'z' + 1L;
        System.out.println(widened + " " + (char) widened);
    }
}
