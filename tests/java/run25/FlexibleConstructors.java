// Statements before super() and this(): validation, shared computation, fields set before the superclass runs.
public class FlexibleConstructors {
    static class Base {
        final String seen;

        Base(int size) {
            seen = describe() + size;
            System.out.println("Base sees " + seen);
        }

        String describe() {
            return "base";
        }
    }

    static class Early extends Base {
        final int doubled;
        final String name;

        Early(int n, String name) {
            if (n < 0) {
                throw new IllegalArgumentException("negative " + n);
            }
            int twice = n * 2;
            this.doubled = twice;
            this.name = name;
            super(twice + 1);
            System.out.println("Early " + doubled + " " + this.name);
        }

        Early(String name) {
            String trimmed = name.trim();
            this(trimmed.length(), trimmed);
        }

        @Override
        String describe() {
            return name + doubled + ":";
        }
    }

    class Inner {
        final int outerValue;

        Inner(int extra) {
            int v = value + extra;
            super();
            outerValue = v;
        }
    }

    int value = 40;

    public static void main(String[] args) {
        System.out.println(new Early(5, "five").seen);
        System.out.println(new Early("  abc ").doubled);
        try {
            new Early(-1, "x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new FlexibleConstructors().new Inner(2).outerValue);
    }
}
