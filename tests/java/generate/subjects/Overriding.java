package subjects;

/** Methods that subclasses override, and a setter that a class inherits which no test can name. */
public class Overriding {
    private boolean open;

    protected void setOpen(boolean open) {
        this.open = open;
    }

    public String state() {
        return open ? "open" : "shut";
    }

    /** Another method of the same name. */
    public static class Fixed extends Overriding {
        @Override
        public String state() {
            throw new UnsupportedOperationException("it has no state");
        }
    }

    private static final class Hidden extends Overriding {
        private final int depth;

        Hidden(int depth) {
            this.depth = depth;
        }

        @Override
        public boolean is(String state) {
            return depth > 3;
        }
    }

    public boolean is(String state) {
        return state().equals(state);
    }

    /** Asks an object of any of the classes. */
    public static boolean agrees(Overriding one) {
        return one.is("open");
    }
}
