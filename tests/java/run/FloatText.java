// Float.toString, parseFloat and bits.
public class FloatText {
    public static void main(String[] args) {
        float[] values = {0f, -0f, 1f, 0.1f, 0.3f, 1f / 3, 100f, 1e6f, 9999999f, 1e7f, 1.2345678e8f, 1e-3f, 9.99e-4f, 3.4028235e38f, 1.17549435E-38f, 16777216f, 3.1415927f, 1e10f, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN, 0.5f, 123.456f};
        for (float v : values) {
            System.out.println(v + " " + (double) v + " " + Integer.toHexString(Float.floatToRawIntBits(v)) + " " + Float.hashCode(v) + " " + Float.toHexString(v) + " " + (Float.parseFloat(Float.toString(v)) == v));
        }
        for (String s : new String[] {"1", ".1", "1e39", "1e-46", "16777217", "0.1f", "-0", "3.4028236e38"}) {
            System.out.println(s + " -> " + Float.parseFloat(s));
        }
        System.out.println(Float.intBitsToFloat(0x40490fdb) + " " + Float.compare(0f, -0f) + " " + Float.isNaN(Float.NaN) + " " + Float.MAX_VALUE + " " + Math.ulp(1f) + " " + Math.nextUp(0.5f) + " " + Float.sum(0.1f, 0.2f));
        float f = 0.1f;
        double d = 0.1;
        System.out.println((f == d) + " " + (f == (float) d) + " " + (f + d) + " " + f * f + " " + (double) f * f);
    }
}
