package margay.rt;

/** What Margay's own Java code needs of the machine. */
final class Natives {
    private Natives() {}

    /** An object of the class, with no constructor run. */
    static native Object allocate(Class<?> type);

    /** The same, the class by its internal name; null if this JDK has none of that name. */
    static native Object allocateNamed(String type);

    /** An object of a class that is initialised first, with no constructor run. */
    static native Object instance(Class<?> type);

    /** Sets a field of any visibility. */
    static native void set(Object object, String field, Object value);

    /** The value of a field of any visibility that holds a reference. */
    static native Object get(Object object, String field);

    /** The value of a static field that holds a reference; the class by its internal name. */
    static native Object getStatic(String type, String field);

    /** Sets an int (or narrower) field of any visibility. */
    static native void setInt(Object object, String field, int value);

    /** Sets a long field of any visibility. */
    static native void setLong(Object object, String field, long value);

    /** Looks at an object: it has to be known which one it is. */
    static native void look(Object object);

    /** Says which object a reference is that was put off until somebody looks at it. */
    static native void found(Object reference, Object object);

    /** Calls a static method without parameters and result; the class by its internal name. */
    static native void call(String type, String method);

    /** One of the texts that a text which is not decided may well be, or null if there are no more. */
    static native String mentioned(int number);

    /** Names and values of the system properties, alternating. */
    static native String[] properties();

    /** How many lines of standard input there may be; 0 if it is bytes. */
    static native int inputLines();

    /** How many bytes of standard input there may be, or characters of a line of it; 0 if there is none. */
    static native int inputLength();

    /** The next byte of standard input, or -1. */
    static native int readInput();

    /** Appends text to standard output (1) or standard error (2). */
    static native void write(int stream, String text);

    /** Appends bytes to standard output (1) or standard error (2). */
    static native void write(int stream, byte[] bytes, int offset, int length);

    /** Refuses to go on: what the program wants is not supported. */
    static native void refuse(String reason);

    /** Sees that a thread may be run where it is started; it is told what has its {@code threadStatus}. */
    static native void mayStart(Object state);

    /** Notes that the program depends on something that is another on another machine. */
    static native void depends(String what);

    /** The contents of a file of the JDK, which programs see below {@code java.home}; or null. */
    static native byte[] jdkFile(String path);

    /** What kind of file of the JDK this is, as {@code java.io.FileSystem} numbers it; -1 for others. */
    static native int jdkFileKind(String path);

    /** Calls a method or constructor on an object, if it needs one, with arguments that fit. */
    static native Object callReference(java.lang.reflect.Executable method, Object on, Object[] args);

    static native boolean callBoolean(java.lang.reflect.Executable method, Object on, Object[] args);

    static native byte callByte(java.lang.reflect.Executable method, Object on, Object[] args);

    static native char callChar(java.lang.reflect.Executable method, Object on, Object[] args);

    static native short callShort(java.lang.reflect.Executable method, Object on, Object[] args);

    static native int callInt(java.lang.reflect.Executable method, Object on, Object[] args);

    static native long callLong(java.lang.reflect.Executable method, Object on, Object[] args);

    static native float callFloat(java.lang.reflect.Executable method, Object on, Object[] args);

    static native double callDouble(java.lang.reflect.Executable method, Object on, Object[] args);

    static native void callVoid(java.lang.reflect.Executable method, Object on, Object[] args);

    /** The name of the JDK's module that a class is in; null for the program's own. */
    static native String module(Class<?> type);

    /** A resource of the module that a class is in; null if there is none. */
    static native byte[] resource(Class<?> type, String path);

    /** A resource of a module of the JDK, or of the class path for null; null if there is none. */
    static native byte[] moduleResource(String module, String path);

    /** How many resources of a name there are on the class path. */
    static native int resourceCount(String path);

    /** The names of the classes that provide a service. */
    static native String[] providers(Class<?> service);

    /** The number of the proxy class for a list of interfaces. */
    static native int proxyNumber(String interfaces);

    /** Loads a class, by its internal name, from the bytes of its file; once. */
    static native Class<?> define(String name, byte[] bytes);

    /** Feature number of the JDK whose library this is. */
    static native int feature();
}
