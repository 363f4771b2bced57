// Plain, mutual, tree and deep recursion.
public class Recursion {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static long factorial(long n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    static double power(double base, int exponent) {
        if (exponent == 0) {
            return 1;
        }
        double half = power(base, exponent / 2);
        return exponent % 2 == 0 ? half * half : half * half * base;
    }

    static int moves;

    static void hanoi(int n, char from, char to, char via) {
        if (n == 0) {
            return;
        }
        hanoi(n - 1, from, via, to);
        moves = moves * 3 + from - to;
        hanoi(n - 1, via, to, from);
    }

    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    public static void main(String[] args) {
        System.out.println(fib(18));
        System.out.println(factorial(20) + " " + factorial(21));
        System.out.println(even(500) + " " + odd(501) + " " + even(77));
        System.out.println(ackermann(2, 9));
        System.out.println(depth(5000));
        System.out.println(power(1.5, 33) + " " + power(2, 1000));
        hanoi(10, 'A', 'C', 'B');
        System.out.println(moves);
        System.out.println(gcd(1071, 462) + " " + gcd(1 << 20, 3 << 10));
    }
}
