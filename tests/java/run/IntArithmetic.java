// Integer arithmetic with all pairs of corner values, folded into a checksum and partly printed.
public class IntArithmetic {
    static final int[] CORNERS = {0, 1, -1, 2, -2, 7, -7, 127, -128, 255, 32767, -32768, 65535, 65536,
        1000000007, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1};

    public static void main(String[] args) {
        int sum = 0;
        for (int a : CORNERS) {
            for (int b : CORNERS) {
                sum = sum * 31 + (a + b);
                sum = sum * 31 + (a - b);
                sum = sum * 31 + (a * b);
                sum = sum * 31 + (a & b);
                sum = sum * 31 + (a | b);
                sum = sum * 31 + (a ^ b);
                if (b != 0) {
                    sum = sum * 31 + (a / b);
                    sum = sum * 31 + (a % b);
                }
            }
            System.out.println(a + " neg " + -a + " not " + ~a + " sum " + sum);
        }
        System.out.println(Integer.MIN_VALUE / minusOne());
        System.out.println(Integer.MIN_VALUE % minusOne());
        System.out.println(-7 / two() + " " + -7 % two() + " " + 7 / -two() + " " + 7 % -two());
        System.out.println(Integer.MAX_VALUE + two() - 1);
        try {
            System.out.println(1 / (two() - 2));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(1 % (two() - 2));
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
    }

    static int minusOne() {
        return -1;
    }

    static int two() {
        return 2;
    }
}
