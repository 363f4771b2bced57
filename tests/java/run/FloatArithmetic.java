// Float arithmetic, rounding to single precision after every operation.
public class FloatArithmetic {
    static final float[] CORNERS = {0f, -0f, 1f, -1f, 0.1f, -0.3f, 3.5f, 16777216f, 16777217f, 1e10f, -1e-10f, Float.MIN_VALUE,
        Float.MIN_NORMAL, Float.MAX_VALUE, -Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN};

    public static void main(String[] args) {
        int sum = 0;
        for (float a : CORNERS) {
            for (float b : CORNERS) {
                sum = sum * 31 + Float.floatToIntBits(a + b);
                sum = sum * 31 + Float.floatToIntBits(a - b);
                sum = sum * 31 + Float.floatToIntBits(a * b);
                sum = sum * 31 + Float.floatToIntBits(a / b);
                sum = sum * 31 + Float.floatToIntBits(a % b);
            }
            System.out.println(Integer.toHexString(Float.floatToIntBits(-a)) + " " + sum);
        }
        float third = 1f / 3;
        System.out.println(third + " " + third * 3 + " " + (third + third + third));
        float x = 0;
        for (int i = 0; i < 1000; i++) {
            x += 0.1f;
        }
        System.out.println(x);
        System.out.println(5.5f % 2f + " " + -5.5f % 2f + " " + 5.5f % -2f);
        System.out.println(1f / CORNERS[0] + " " + 1f / CORNERS[1] + " " + CORNERS[0] / CORNERS[1]);
    }
}
