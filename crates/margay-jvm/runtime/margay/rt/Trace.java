package margay.rt;

/** What code that is traced calls: the machine sees lines and variables as a debugger would. */
final class Trace {
    private Trace() {}

    /** A method begins. */
    static native void enter();

    /** A line begins. */
    static native void line();

    /** A variable has a value. */
    static native void local(int slot, int value);

    static native void local(int slot, long value);

    static native void local(int slot, float value);

    static native void local(int slot, double value);

    static native void local(int slot, Object value);
}
