package subjects;

/** Exceptions of every kind. */
public class Failures {
    /** A checked one. */
    public static class Broken extends Exception {
        private static final long serialVersionUID = 1;

        Broken(String message, Throwable cause) {
            super(message, cause);
        }
    }

    int state;
    Failures other;

    public static int divide(int a, int b) {
        return a / b;
    }

    public static long remainder(long a, long b) {
        return a % b;
    }

    public static int length(int[] a) {
        return a.length;
    }

    public static char at(char[] a, int i) {
        return a[i];
    }

    public static Integer cast(Object o) {
        return (Integer) o;
    }

    public static void store(Object[] a, Object o) {
        a[0] = o;
    }

    public static int[] make(int n) {
        return new int[n];
    }

    public static int[][] makeGrid(int n, int m) {
        if (n > 2 || m > 2) {
            return null;
        }
        return new int[n][m];
    }

    public void check(int n) throws Broken {
        try {
            state = 10 / n;
        } catch (ArithmeticException e) {
            throw new Broken("n", e);
        } finally {
            state++;
        }
    }

    public int nested(int[] a, int i) {
        try {
            try {
                return a[i] / i;
            } finally {
                state = 1;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        } catch (RuntimeException e) {
            state = 2;
            return -2;
        }
    }

    public int unbox(Integer i) {
        return i + other.state;
    }

    public static void raise(RuntimeException e) {
        throw e;
    }

    public static int finallyWins(boolean b) {
        int n = 0;
        while (true) {
            try {
                if (b) {
                    return n;
                }
                n = 1;
            } finally {
                b = true;
                if (n == 1) {
                    break;
                }
            }
        }
        return n + 10;
    }

    public static int assertion(int n) {
        if (n > 100) {
            throw new AssertionError(n);
        }
        return n;
    }
}
