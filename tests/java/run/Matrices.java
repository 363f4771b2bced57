// Matrix multiplication, powers, transposition, Gaussian elimination, and determinants with exact fractions.
import java.util.Arrays;

public class Matrices {
    static double[][] multiply(double[][] a, double[][] b) {
        double[][] c = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                for (int k = 0; k < b.length; k++) {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return c;
    }

    static long[][] power(long[][] m, int n) {
        long[][] result = {{1, 0}, {0, 1}};
        for (; n > 0; n >>= 1) {
            if ((n & 1) == 1) {
                result = times(result, m);
            }
            m = times(m, m);
        }
        return result;
    }

    static long[][] times(long[][] a, long[][] b) {
        return new long[][] {{a[0][0] * b[0][0] + a[0][1] * b[1][0], a[0][0] * b[0][1] + a[0][1] * b[1][1]}, {a[1][0] * b[0][0] + a[1][1] * b[1][0], a[1][0] * b[0][1] + a[1][1] * b[1][1]}};
    }

    static double[] solve(double[][] a, double[] b) {
        int n = b.length;
        for (int p = 0; p < n; p++) {
            int max = p;
            for (int i = p + 1; i < n; i++) {
                if (Math.abs(a[i][p]) > Math.abs(a[max][p])) {
                    max = i;
                }
            }
            double[] row = a[p];
            a[p] = a[max];
            a[max] = row;
            double t = b[p];
            b[p] = b[max];
            b[max] = t;
            for (int i = p + 1; i < n; i++) {
                double alpha = a[i][p] / a[p][p];
                b[i] -= alpha * b[p];
                for (int j = p; j < n; j++) {
                    a[i][j] -= alpha * a[p][j];
                }
            }
        }
        double[] x = new double[n];
        for (int i = n - 1; i >= 0; i--) {
            double sum = 0;
            for (int j = i + 1; j < n; j++) {
                sum += a[i][j] * x[j];
            }
            x[i] = (b[i] - sum) / a[i][i];
        }
        return x;
    }

    record Fraction(long num, long den) {
        Fraction {
            if (den == 0) {
                throw new ArithmeticException("zero denominator");
            }
            long g = gcd(Math.abs(num), Math.abs(den)) * (den < 0 ? -1 : 1);
            num /= g;
            den /= g;
        }

        static long gcd(long a, long b) {
            return b == 0 ? a : gcd(b, a % b);
        }

        Fraction minus(Fraction o) { return new Fraction(num * o.den - o.num * den, den * o.den); }
        Fraction times(Fraction o) { return new Fraction(num * o.num, den * o.den); }
        Fraction over(Fraction o) { return new Fraction(num * o.den, den * o.num); }

        @Override
        public String toString() {
            return den == 1 ? "" + num : num + "/" + den;
        }
    }

    static Fraction determinant(int[][] m) {
        int n = m.length;
        Fraction[][] a = new Fraction[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = new Fraction(m[i][j], 1);
            }
        }
        Fraction det = new Fraction(1, 1);
        for (int p = 0; p < n; p++) {
            int r = p;
            while (r < n && a[r][p].num() == 0) {
                r++;
            }
            if (r == n) {
                return new Fraction(0, 1);
            }
            if (r != p) {
                Fraction[] t = a[p];
                a[p] = a[r];
                a[r] = t;
                det = det.times(new Fraction(-1, 1));
            }
            det = det.times(a[p][p]);
            for (int i = p + 1; i < n; i++) {
                Fraction f = a[i][p].over(a[p][p]);
                for (int j = p; j < n; j++) {
                    a[i][j] = a[i][j].minus(f.times(a[p][j]));
                }
            }
        }
        return det;
    }

    public static void main(String[] args) {
        int n = 20;
        double[][] a = new double[n][n];
        double[][] b = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = (i * 7 + j * 3) % 11 - 5;
                b[i][j] = 1.0 / (i + j + 1);
            }
        }
        double[][] c = multiply(a, b);
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += c[i][i];
        }
        System.out.println(trace + " " + c[3][7] + " " + c[19][0]);
        System.out.println(power(new long[][] {{1, 1}, {1, 0}}, 90)[0][1]);
        System.out.println(Arrays.toString(solve(new double[][] {{2, 1, -1}, {-3, -1, 2}, {-2, 1, 2}}, new double[] {8, -11, -3})));
        System.out.println(determinant(new int[][] {{2, 0, 1}, {1, 3, 2}, {1, 1, 1}}) + " " + determinant(new int[][] {{0, 2}, {3, 4}}) + " " + determinant(new int[][] {{1, 2}, {2, 4}}) + " " + determinant(new int[][] {{3, 1, 4, 1}, {5, 9, 2, 6}, {5, 3, 5, 8}, {9, 7, 9, 3}}));
        System.out.println(new Fraction(6, -8) + " " + new Fraction(1, 3).minus(new Fraction(1, 2)));
        try {
            new Fraction(1, 2).over(new Fraction(0, 5));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
