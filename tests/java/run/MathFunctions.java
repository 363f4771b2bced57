// Math: rounding, roots, powers, exact arithmetic, floor division, trigonometry rounded to what is specified alike.
public class MathFunctions {
    interface Exact {
        long run();
    }

    static void exact(Exact e) {
        try {
            System.out.println(e.run());
        } catch (ArithmeticException x) {
            System.out.println(x.getMessage());
        }
    }

    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999999999999994, 1e15 + 0.5, 1e300, -1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 4.0, 2.0, -8.0};
        for (double v : values) {
            System.out.println(v + ": " + Math.floor(v) + " " + Math.ceil(v) + " " + Math.rint(v) + " " + Math.round(v) + " " + Math.round((float) v) + " " + Math.abs(v) + " " + Math.signum(v) + " " + Math.sqrt(v) + " " + Math.cbrt(v));
        }
        System.out.println(Math.pow(2, 10) + " " + Math.pow(2, -1) + " " + Math.pow(-8, 1.0 / 3) + " " + Math.pow(0, 0) + " " + Math.pow(-2, 3) + " " + Math.pow(10, 308) + " " + Math.pow(10, 309) + " " + Math.pow(Double.NaN, 0));
        System.out.println(Math.hypot(3, 4) + " " + Math.hypot(1e200, 1e200) + " " + Math.exp(0) + " " + Math.log(1) + " " + Math.log10(1000) + " " + Math.log(0) + " " + Math.log(-1) + " " + Math.expm1(0) + " " + Math.log1p(0));
        System.out.println(Math.sin(0) + " " + Math.cos(0) + " " + Math.tan(0) + " " + Math.atan2(0, -1) + " " + Math.atan2(-0.0, -1) + " " + Math.toDegrees(Math.PI) + " " + Math.toRadians(180) + " " + Math.asin(2));
        for (int i = 1; i <= 8; i++) {
            System.out.printf("%.9f %.9f %.9f %.9f %.9f %.9f %.9f%n", Math.sin(i), Math.cos(i), Math.tan(i), Math.exp(i), Math.log(i), Math.atan(i), Math.sinh(i));
        }
        for (int a : new int[] {7, -7}) {
            for (int b : new int[] {3, -3}) {
                System.out.print(Math.floorDiv(a, b) + " " + Math.floorMod(a, b) + " " + Math.floorDiv((long) a, b) + " " + Math.floorMod((long) a, b) + " | ");
            }
        }
        System.out.println();
        System.out.println(Math.abs(Integer.MIN_VALUE) + " " + Math.abs(Long.MIN_VALUE) + " " + Math.abs(-0.0f) + " " + Math.max(-0.0, 0.0) + " " + Math.min(0.0, -0.0) + " " + Math.max(1, Double.NaN) + " " + Math.max(3L, 5) + " " + Math.min(3f, 5));
        exact(() -> Math.addExact(Integer.MAX_VALUE, 1));
        exact(() -> Math.addExact(Long.MAX_VALUE, 1L));
        exact(() -> Math.subtractExact(Integer.MIN_VALUE, 1));
        exact(() -> Math.multiplyExact(1 << 20, 1 << 20));
        exact(() -> Math.multiplyExact(1L << 40, 1L << 20));
        exact(() -> Math.multiplyExact(1L << 40, 1L << 30));
        exact(() -> Math.negateExact(Integer.MIN_VALUE));
        exact(() -> Math.incrementExact(Integer.MAX_VALUE));
        exact(() -> Math.decrementExact(5));
        exact(() -> Math.toIntExact(1L << 31));
        exact(() -> Math.multiplyHigh(Long.MAX_VALUE, 10));
        exact(() -> Math.floorDiv(5, 0));
        System.out.println(Math.fma(2.0, 3.0, 1.0) + " " + Math.scalb(1.5, 4) + " " + Math.copySign(3, -0.0) + " " + Math.IEEEremainder(5, 3) + " " + Math.ulp(1e10) + " " + Math.multiplyFull(1 << 30, 8));
        System.out.println(StrictMath.sqrt(2) + " " + StrictMath.sin(1) + " " + StrictMath.cos(1) + " " + StrictMath.tan(1) + " " + StrictMath.exp(1) + " " + StrictMath.log(10) + " " + StrictMath.pow(2, 0.5) + " " + StrictMath.cbrt(10) + " " + StrictMath.atan2(1, 2) + " " + StrictMath.hypot(1, 1) + " " + StrictMath.log10(2) + " " + StrictMath.asin(0.5) + " " + StrictMath.sinh(1));
        System.out.println(Math.round(2.5f) + " " + Math.round(-2.5) + " " + Math.round(1e20) + " " + Math.round(Float.NaN) + " " + Math.round(0.49999997f));
    }
}
