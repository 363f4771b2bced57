package right;

/** What a test expects of an exception is what calling its methods gives, not what is in its fields. */
public class Messages {
    public static class Coded extends RuntimeException {
        final int code;

        public Coded(int code) {
            super("raw");
            this.code = code;
        }

        @Override
        public String getMessage() {
            return "code " + code;
        }
    }

    public static class Broken extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    public static int half(int x) {
        if (x % 2 != 0) {
            throw new Coded(7);
        }
        return x / 2;
    }

    public static int broken(int x) {
        if (x == 3) {
            throw new Broken();
        }
        return x;
    }

    public static int identity(int x) {
        if (x > 5) {
            throw new IllegalArgumentException("not " + new Object());
        }
        return x;
    }
}
