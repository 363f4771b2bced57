// finally in all nestings: return, break and continue through it, exceptions replaced, values kept.
public class Finally {
    static StringBuilder log = new StringBuilder();

    static int returnsFromTry() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 2;
            log.append("a").append(x);
        }
    }

    @SuppressWarnings("finally")
    static int returnsFromFinally() {
        try {
            throw new RuntimeException("lost");
        } finally {
            return 3;
        }
    }

    static int nested(int n) {
        try {
            try {
                if (n == 0) return 10;
                if (n == 1) throw new IllegalStateException("inner");
                log.append("body");
            } finally {
                log.append("[in").append(n).append("]");
                if (n == 2) throw new IllegalArgumentException("from finally");
            }
            return 20;
        } catch (IllegalStateException e) {
            return 30;
        } finally {
            log.append("[out]");
        }
    }

    @SuppressWarnings("finally")
    static int loops() {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            try {
                if (i % 2 == 0) continue;
                if (i == 7) break;
                sum += i;
            } finally {
                sum += 100;
                if (i == 3) continue;
            }
            sum += 1000;
        }
        return sum;
    }

    @SuppressWarnings("finally")
    static int breakSwallows() {
        while (true) {
            try {
                throw new Error("swallowed");
            } finally {
                break;
            }
        }
        return 77;
    }

    static long wide() {
        long value = 1L << 40;
        double d = 0.5;
        try {
            return value + (long) (d * 4);
        } finally {
            value = 0;
            d = 0;
        }
    }

    static String replaced() {
        try {
            try {
                throw new RuntimeException("first");
            } finally {
                throw0("second");
            }
        } catch (RuntimeException e) {
            return e.getMessage() + e.getSuppressed().length;
        }
    }

    static void throw0(String message) {
        throw new RuntimeException(message);
    }

    static int catchAndFinally(int n) {
        int state = 0;
        try {
            state = 1;
            if (n > 0) throw new Exception();
            state = 2;
        } catch (Exception e) {
            state += 10;
            return state;
        } finally {
            log.append("{").append(state).append("}");
        }
        return -state;
    }

    public static void main(String[] args) {
        System.out.println(returnsFromTry());
        System.out.println(returnsFromFinally());
        for (int n = 0; n < 4; n++) {
            try {
                System.out.println(nested(n));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(loops());
        System.out.println(breakSwallows());
        System.out.println(wide());
        System.out.println(replaced());
        System.out.println(catchAndFinally(0) + " " + catchAndFinally(1));
        System.out.println(log);
    }
}
