// Failing class initialisation: ExceptionInInitializerError first, NoClassDefFoundError afterwards.
public class InitFailures {
    static boolean broken = true;

    static class Fragile {
        static int before = 5;
        static int value = compute();

        static int compute() {
            before = 6;
            if (broken) {
                throw new IllegalStateException("fragile");
            }
            return 1;
        }
    }

    static class ErrorInside {
        static {
            if (broken) {
                throw new StackOverflowError("made by hand");
            }
        }

        static void touch() {
        }
    }

    static class Parent {
        static {
            if (broken) {
                throw new UnsupportedOperationException();
            }
        }
    }

    static class Child extends Parent {
        static {
            System.out.println("not reached");
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(Fragile.value);
            } catch (ExceptionInInitializerError e) {
                System.out.println(e + " " + e.getMessage() + " " + e.getCause() + " " + e.getException());
            } catch (NoClassDefFoundError e) {
                System.out.println(e.getMessage());
            }
            broken = i == 0;
        }
        broken = true;
        for (int i = 0; i < 2; i++) {
            try {
                ErrorInside.touch();
            } catch (StackOverflowError | NoClassDefFoundError e) {
                System.out.println(e);
            }
        }
        for (int i = 0; i < 2; i++) {
            try {
                new Child();
            } catch (ExceptionInInitializerError e) {
                System.out.println(e.getCause());
            } catch (NoClassDefFoundError e) {
                System.out.println(e);
            }
        }
    }
}
