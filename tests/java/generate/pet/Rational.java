/** A fraction. */
public class Rational {
    int n;
    int d;

    /** Divides by the greatest common divisor. */
    void simplify() {
        int gcd = Arithmetics.gcd(n, d);
        n = n / gcd;
        d = d / gcd;
    }
}

class Arithmetics {
    static int abs(int x) {
        if (x >= 0) {
            return x;
        } else {
            return -x;
        }
    }

    static int gcd(int a, int b) {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return abs(a);
    }

    static int lcm(int a, int b) {
        if (a < b) {
            int swapped = a;
            a = b;
            b = swapped;
        }
        int d = gcd(a, b);
        try {
            return abs(a * b) / d;
        } catch (Exception e) {
            return -1;
        }
    }
}
