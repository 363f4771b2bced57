// Sieve, factorisation, perfect numbers, modular powers, primality, gcd, base conversion, digit sums.
import java.util.ArrayList;
import java.util.List;

public class NumberTheory {
    static List<Integer> sieve(int n) {
        boolean[] composite = new boolean[n + 1];
        List<Integer> primes = new ArrayList<>();
        for (int i = 2; i <= n; i++) {
            if (!composite[i]) {
                primes.add(i);
                for (long j = (long) i * i; j <= n; j += i) {
                    composite[(int) j] = true;
                }
            }
        }
        return primes;
    }

    static String factor(long n) {
        StringBuilder out = new StringBuilder();
        for (long p = 2; p * p <= n; p++) {
            int k = 0;
            while (n % p == 0) {
                n /= p;
                k++;
            }
            if (k > 0) {
                out.append(out.length() > 0 ? " * " : "").append(p).append(k > 1 ? "^" + k : "");
            }
        }
        if (n > 1) {
            out.append(out.length() > 0 ? " * " : "").append(n);
        }
        return out.toString();
    }

    static long power(long base, long exponent, long modulus) {
        long result = 1;
        base %= modulus;
        while (exponent > 0) {
            if ((exponent & 1) == 1) {
                result = result * base % modulus;
            }
            base = base * base % modulus;
            exponent >>= 1;
        }
        return result;
    }

    static long[] extendedGcd(long a, long b) {
        if (b == 0) {
            return new long[] {a, 1, 0};
        }
        long[] r = extendedGcd(b, a % b);
        return new long[] {r[0], r[2], r[1] - a / b * r[2]};
    }

    static String toBase(int n, int base) {
        String digits = "0123456789abcdefghijklmnopqrstuvwxyz";
        String out = "";
        do {
            out = digits.charAt(n % base) + out;
            n /= base;
        } while (n > 0);
        return out;
    }

    public static void main(String[] args) {
        List<Integer> primes = sieve(5000);
        System.out.println(primes.size() + " " + primes.get(primes.size() - 1) + " " + primes.subList(0, 20));
        for (long n : new long[] {1, 2, 97, 360, 1001, 65536, 1234567, 600851475143L, 999999000001L}) {
            System.out.println(n + " = " + factor(n));
        }
        for (int n = 2; n < 600; n++) {
            int sum = 0;
            for (int d = 1; d < n; d++) {
                if (n % d == 0) {
                    sum += d;
                }
            }
            if (sum == n) {
                System.out.print(n + " ");
            }
        }
        System.out.println();
        System.out.println(power(2, 1000000, 1000000007) + " " + power(3, 123456789012L, 998244353) + " " + power(7, 0, 13));
        long[] e = extendedGcd(240, 46);
        System.out.println(e[0] + " " + e[1] + " " + e[2]);
        System.out.println(toBase(255, 2) + " " + toBase(255, 16) + " " + toBase(123456, 36) + " " + toBase(0, 7));
        int armstrong = 0;
        for (int n = 100; n < 1000; n++) {
            int a = n / 100, b = n / 10 % 10, c = n % 10;
            if (a * a * a + b * b * b + c * c * c == n) {
                armstrong = armstrong * 1000 + n;
            }
        }
        System.out.println(armstrong);
        int twins = 0;
        for (int i = 1; i < primes.size(); i++) {
            if (primes.get(i) - primes.get(i - 1) == 2) {
                twins++;
            }
        }
        System.out.println(twins);
    }
}
