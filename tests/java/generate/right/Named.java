package right;

/** Asks for the name of a class that only the test knows. */
public final class Named {
    private Named() {}

    /** Tests implement it. */
    public abstract static class Part {
        public abstract int size();

        @Override
        public String toString() {
            return getClass().getSimpleName() + size();
        }
    }

    public static String label(Part part) {
        return part == null ? "none" : part.toString();
    }
}
