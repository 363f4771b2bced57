// try-with-resources ends the program with a suppressed exception in the trace.
public class UncaughtSuppressed {
    static class Door implements AutoCloseable {
        @Override
        public void close() throws Exception {
            throw new Exception("door is stuck");
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("entering");
        try (Door door = new Door()) {
            System.out.println("inside " + (door != null));
            throw new UnsupportedOperationException("cannot stay");
        }
    }
}
