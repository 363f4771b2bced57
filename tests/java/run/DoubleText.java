// Double.toString, parseDouble, bits and hex of many values.
public class DoubleText {
    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 1, -1, 0.1, 0.5, 1.0 / 3, 2.0 / 3, 100, 1e6, 9999999, 1e7, 12345678.9, 1e-3, 9.99e-4, 0.001234, 1e10, 1.5e20, 1e21, 1e22, 123456789012345680.0, 1e100, 1e-100,
            Math.PI, Math.E, Double.MAX_VALUE, Double.MIN_NORMAL, 1.0E23 / 10, 4.35, 0.3, 0.1 + 0.2, 1e16, 9007199254740992.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 3.0e-44, 1.7976931348623157e308};
        for (double v : values) {
            System.out.println(v + " " + Double.toHexString(v) + " " + Long.toHexString(Double.doubleToRawLongBits(v)) + " " + Double.hashCode(v) + " " + (Double.parseDouble(Double.toString(v)) == v));
        }
        for (String s : new String[] {"1", "1.", ".5", "-1e3", "+2.5E-2", "1e400", "1e-400", "NaN", "-Infinity", "0x1.8p1", "  7.25  ", "3d", "4.9e-324", "2.2250738585072012e-308", "0.1000000000000000055511151231257827", "179769313486231570000000000000000000000e270"}) {
            System.out.println(s + " -> " + Double.parseDouble(s));
        }
        System.out.println(Double.longBitsToDouble(0x3ff8000000000000L) + " " + Double.isNaN(0.0 / values[0]) + " " + Double.isInfinite(1e308 * 10) + " " + Double.isFinite(1) + " " + Double.compare(0.0, -0.0) + " " + Double.max(-0.0, 0.0) + " " + Double.min(-0.0, 0.0) + " " + Double.sum(0.1, 0.7));
        System.out.println(Double.MIN_EXPONENT + " " + Double.MAX_EXPONENT + " " + Math.getExponent(1e100) + " " + Math.ulp(1.0) + " " + Math.nextUp(1.0) + " " + Math.nextDown(1.0) + " " + Math.nextAfter(1.0, 2));
        double sum = 0;
        for (int i = 1; i <= 100; i++) {
            sum += 1.0 / i;
        }
        System.out.println(sum);
    }
}
