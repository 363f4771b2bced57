// Long arithmetic with all pairs of corner values.
public class LongArithmetic {
    static final long[] CORNERS = {0, 1, -1, 2, -2, 10, -10, 0xffL, 0xffffffffL, -0xffffffffL, 1L << 32, 1L << 62,
        1000000000039L, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1};

    public static void main(String[] args) {
        long sum = 0;
        for (long a : CORNERS) {
            for (long b : CORNERS) {
                sum = sum * 31 + (a + b);
                sum = sum * 31 + (a - b);
                sum = sum * 31 + (a * b);
                sum = sum * 31 + (a & b);
                sum = sum * 31 + (a | b);
                sum = sum * 31 + (a ^ b);
                sum = sum * 31 + (a < b ? 1 : a == b ? 2 : 3);
                if (b != 0) {
                    sum = sum * 31 + (a / b);
                    sum = sum * 31 + (a % b);
                }
            }
            System.out.println(a + " neg " + -a + " not " + ~a + " sum " + sum);
        }
        long minusOne = CORNERS[2];
        System.out.println(Long.MIN_VALUE / minusOne);
        System.out.println(Long.MIN_VALUE % minusOne);
        try {
            System.out.println(5L / CORNERS[0]);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(5L % CORNERS[0]);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
