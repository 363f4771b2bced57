package right;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Looks at stack traces, which tell who has called. */
public class Traces {
    public static String printed(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    public static int depth() {
        return new Exception().getStackTrace().length;
    }

    public static String caller() {
        StackTraceElement[] trace = new Exception().getStackTrace();
        return trace.length > 1 ? trace[1].getMethodName() : "nobody";
    }

    public static String self() {
        return new Exception().getStackTrace()[0].getMethodName();
    }

    public static int told(int n) {
        new Exception().printStackTrace();
        return n + 1;
    }
}
