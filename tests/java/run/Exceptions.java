// Throwing and catching: matching by type, order of handlers, custom exceptions, causes, multi-catch, rethrow.
public class Exceptions {
    static class Checked extends Exception {
        final int code;

        Checked(String message, int code) {
            super(message);
            this.code = code;
        }
    }

    static class Special extends Checked {
        Special() {
            super("special", 9);
        }

        @Override
        public String getMessage() {
            return super.getMessage() + "!";
        }
    }

    static int thrower(int n) throws Checked {
        switch (n) {
            case 0: throw new Checked("zero", 1);
            case 1: throw new Special();
            case 2: throw new IllegalStateException("two");
            case 3: return new int[0][0].length / (n - 3);
            case 4: throw new RuntimeException("wrapped", new Checked("inner", 2));
            case 5: throw new RuntimeException(new Special());
            case 6: throw new Error("six");
            case 7: throw new UnsupportedOperationException();
            case 8: return Integer.parseInt("8x");
            default: return n;
        }
    }

    static String attempt(int n) {
        try {
            return "value " + thrower(n);
        } catch (Special e) {
            return "special " + e.code + " " + e.getMessage() + " " + e;
        } catch (Checked e) {
            return "checked " + e.code + " " + e;
        } catch (IllegalStateException | ArithmeticException e) {
            return "multi " + e;
        } catch (RuntimeException e) {
            return "runtime " + e + " cause " + e.getCause();
        } catch (Throwable e) {
            return "throwable " + e.getMessage();
        }
    }

    static void rethrow(Exception e) throws Exception {
        try {
            throw e;
        } catch (Exception again) {
            System.out.println("same " + (again == e));
            throw again;
        }
    }

    public static void main(String[] args) {
        for (int n = 0; n < 10; n++) {
            System.out.println(attempt(n));
        }
        try {
            rethrow(new Checked("again", 3));
        } catch (Exception e) {
            System.out.println(e.getLocalizedMessage());
        }
        try {
            try {
                throw new Checked("first", 1);
            } catch (Checked e) {
                throw new IllegalArgumentException("second", e);
            }
        } catch (IllegalArgumentException e) {
            System.out.println(e + " <- " + e.getCause());
        }
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println("thrown null");
        }
        Exception unthrown = new Exception();
        unthrown.initCause(new Error("cause"));
        System.out.println(unthrown + " " + unthrown.getCause() + " " + unthrown.getMessage());
        try {
            unthrown.initCause(new Error("twice"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
