// outcomes: 16
// dropped: 0
// exceptions: 6
// Choices in finally blocks and in close methods, with and without an exception in flight.
import margay.Margay;

public class InFinally {
    static class Door implements AutoCloseable {
        final String name;

        Door(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            System.out.println("closing " + name);
            if (Margay.choose(0, 1) == 1) {
                throw new IllegalStateException(name + " stuck");
            }
        }
    }

    static int compute(boolean failing) {
        int value = 1;
        try {
            if (failing) {
                throw new IllegalArgumentException("computing");
            }
            return value;
        } finally {
            value = Margay.choose(2, 3);
            System.out.println("finally " + value);
        }
    }

    public static void main(String[] args) {
        boolean failing = Margay.choose(0, 1) == 1;
        try (Door outer = new Door("outer"); Door inner = new Door("inner")) {
            System.out.println(outer.name + inner.name + compute(failing));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " with " + e.getSuppressed().length + " suppressed");
            for (Throwable t : e.getSuppressed()) {
                System.out.println("suppressed " + t.getMessage());
            }
        }
    }
}
