// An exception escapes main through finally blocks that print, and one that replaces it.
public class UncaughtFinally {
    static void inner() {
        try {
            Object o = "text";
            Integer i = (Integer) o;
            System.out.println(i);
        } finally {
            System.out.println("inner finally");
        }
    }

    public static void main(String[] args) throws Exception {
        try {
            inner();
        } catch (ClassCastException e) {
            System.out.println("caught once");
            throw new Exception("replaced", e);
        } finally {
            System.out.println("main finally");
            System.err.println("to the error stream");
        }
    }
}
