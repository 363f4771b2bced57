package margay.rt;

/** What the compiler makes of {@code synchronized}. */
final class Monitors {
    private Monitors() {}

    /** What is held now, outermost first; only the machine looks into it. */
    private static long[] held;

    /** A synchronized block begins. */
    static native void enter(Object monitor);

    /** A synchronized method begins. */
    static native void enterMethod(Object monitor);

    /** The innermost of them ends. */
    static native void exit(Object monitor);
}
