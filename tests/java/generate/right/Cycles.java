package right;

/** Classes whose initializers need each other: what a constant is depends on which was used first. */
public final class Cycles {
    private Cycles() {}

    /** Keeps an object of a class below it. */
    public static class Base {
        static final Base STANDARD = Derived.ONLY;

        public boolean hasStandard() {
            return STANDARD != null;
        }
    }

    /** Whoever uses this one first leaves the constant above it null. */
    public static class Derived extends Base {
        static final Derived ONLY = new Derived();

        public boolean isOnly() {
            return this == ONLY;
        }
    }
}
