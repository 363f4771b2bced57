package right;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Locale;

/** What differs from machine to machine says nothing about the code. */
public class Surroundings {
    public static int processors(int x) {
        return x > 0 ? Runtime.getRuntime().availableProcessors() : 0;
    }

    public static String folder(boolean really) {
        return really ? System.getProperty("user.dir") : "";
    }

    public static long memory() {
        return Runtime.getRuntime().maxMemory();
    }

    public static int large(int n) {
        return n > 3 ? new int[600_000_000].length : n;
    }

    public static int caught(int n) {
        try {
            return new long[500_000_000].length + n;
        } catch (OutOfMemoryError full) {
            return -1;
        }
    }

    public static String encoding() {
        return Charset.defaultCharset().name();
    }

    /** Letters that every encoding has. */
    public static int bytes(boolean all) {
        return all ? "plain".getBytes().length : 0;
    }

    /** A stream that is of another class here. */
    public static Object[] stream(boolean really) {
        return really ? new Object[] {System.out, System.in} : null;
    }

    public static long process(int x) {
        return x > 3 ? ProcessHandle.current().pid() : 0;
    }

    /** That a class has asked for something says nothing about what it does not use it for. */
    public static int traced(int x) {
        return x > 3 ? Traced.twice(x) : 0;
    }

    /** Whether there is so much is for the JVM to say. */
    public static int direct(int n) {
        return n > 70_000_000 ? ByteBuffer.allocateDirect(n).capacity() : n;
    }

    static final class Traced {
        static final long PROCESS = ProcessHandle.current().pid();

        static int twice(int x) {
            return x + x;
        }
    }

    public static String locale() {
        return Locale.getDefault().toString();
    }

    /** A property that every JVM has, and whose value a class may be chosen by. */
    static int words() {
        return "64".equals(System.getProperty("sun.arch.data.model")) ? 8 : 4;
    }

    static int providers() {
        return java.security.Security.getProviders().length;
    }
}
