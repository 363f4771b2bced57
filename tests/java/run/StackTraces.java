// printStackTrace to System.out: frames of nested calls, constructors, initializers, causes, suppressed, lambdas' callers.
public class StackTraces {
    static class Failing {
        int value = compute();

        Failing() {
            System.out.println("not reached");
        }

        int compute() {
            return Integer.valueOf(thrower(3));
        }

        static int thrower(int depth) {
            if (depth == 0) {
                throw new IllegalStateException("deep");
            }
            return thrower(depth - 1) + 1;
        }
    }

    static void wrap() {
        try {
            new Failing();
        } catch (IllegalStateException e) {
            throw new RuntimeException("wrapped", e);
        }
    }

    static void suppressing() throws Exception {
        Exception main = new Exception("main");
        main.addSuppressed(new Exception("suppressed one"));
        main.addSuppressed(new RuntimeException(new Error("suppressed cause")));
        throw main;
    }

    interface Action {
        void run() throws Exception;
    }

    static void show(Action action) {
        try {
            action.run();
        } catch (Throwable e) {
            e.printStackTrace(System.out);
            StackTraceElement top = e.getStackTrace()[0];
            System.out.println(top.getClassName() + " " + top.getMethodName() + " " + top.getLineNumber() + " " + top.getFileName());
        }
    }

    static class Circular extends RuntimeException {
        @Override
        public String toString() {
            return "Circular!";
        }
    }

    public static void main(String[] args) {
        try {
            wrap();
        } catch (RuntimeException e) {
            e.printStackTrace(System.out);
        }
        try {
            suppressing();
        } catch (Exception e) {
            e.printStackTrace(System.out);
        }
        new Object() {
            void run() {
                show(new Action() {
                    @Override
                    public void run() {
                        throw new Circular();
                    }
                });
            }
        }.run();
        Throwable kept = new Throwable("made here");
        Throwable filled = later(kept);
        System.out.println(filled == kept);
        filled.printStackTrace(System.out);
        kept.setStackTrace(new StackTraceElement[] {new StackTraceElement("Some", "where", "Some.java", 12), new StackTraceElement("No", "file", null, -1)});
        kept.printStackTrace(System.out);
        System.out.println(new Exception("x").getStackTrace().length);
    }

    static Throwable later(Throwable t) {
        return t.fillInStackTrace();
    }
}
