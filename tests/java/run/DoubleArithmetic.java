// Double arithmetic over corner values, including the remainder of the division.
public class DoubleArithmetic {
    static final double[] CORNERS = {0.0, -0.0, 1, -1, 0.1, -0.3, 3.5, 1e16, 9007199254740993.0, 1e300, -1e-300, Double.MIN_VALUE,
        Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};

    public static void main(String[] args) {
        long sum = 0;
        for (double a : CORNERS) {
            for (double b : CORNERS) {
                sum = sum * 31 + Double.doubleToLongBits(a + b);
                sum = sum * 31 + Double.doubleToLongBits(a - b);
                sum = sum * 31 + Double.doubleToLongBits(a * b);
                sum = sum * 31 + Double.doubleToLongBits(a / b);
                sum = sum * 31 + Double.doubleToLongBits(a % b);
            }
            System.out.println(Long.toHexString(Double.doubleToLongBits(-a)) + " " + sum);
        }
        System.out.println(0.1 + 0.2);
        System.out.println(5.5 % 2.25 + " " + -5.5 % 2.25 + " " + 1e308 * 10 + " " + -1e308 * 10);
        System.out.println(1e-320 / 7);
        double product = 1;
        for (int i = 1; i <= 170; i++) {
            product *= i;
        }
        System.out.println(product + " " + product * 171);
    }
}
