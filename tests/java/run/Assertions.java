// Assertions are off by default: neither condition nor message is evaluated.
public class Assertions {
    static int evaluated;

    static boolean check(boolean result) {
        evaluated++;
        return result;
    }

    static String message() {
        evaluated += 100;
        return "message";
    }

    static class Nested {
        int run(int x) {
            assert x > 0 : "x is " + x;
            return x;
        }
    }

    public static void main(String[] args) {
        assert check(false);
        assert check(false) : message();
        assert evaluated > 1000 : "not evaluated";
        System.out.println(evaluated + " " + new Nested().run(-5));
        boolean enabled = false;
        assert enabled = true;
        System.out.println(enabled + " " + Assertions.class.desiredAssertionStatus());
        try {
            throw new AssertionError("by hand", new RuntimeException("cause"));
        } catch (AssertionError e) {
            System.out.println(e + " " + e.getCause());
        }
        System.out.println(new AssertionError() + " " + new AssertionError(1.5) + " " + new AssertionError('c') + " " + new AssertionError((Object) "o"));
    }
}
