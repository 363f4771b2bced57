package margay.rt;

/** What Margay's own Java code needs of the machine. */
final class Natives {
    private Natives() {}

    /** An object of the class, with no constructor run. */
    static native Object allocate(Class<?> type);

    /** Sets a field of any visibility. */
    static native void set(Object object, String field, Object value);

    /** Sets an int (or narrower) field of any visibility. */
    static native void setInt(Object object, String field, int value);

    /** Calls a static method without parameters and result; the class by its internal name. */
    static native void call(String type, String method);

    /** Names and values of the system properties, alternating. */
    static native String[] properties();

    /** Appends text to standard output (1) or standard error (2). */
    static native void write(int stream, String text);

    /** Appends bytes to standard output (1) or standard error (2). */
    static native void write(int stream, byte[] bytes, int offset, int length);

    /** Refuses to go on: what the program wants is not supported. */
    static native void refuse(String reason);
}
