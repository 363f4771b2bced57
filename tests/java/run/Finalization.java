/** Asks for objects to be collected and finalized: nobody can rely on that, and nothing goes wrong. */
public class Finalization {
    @SuppressWarnings({"removal", "deprecation"})
    public static void main(String[] args) {
        Object kept = new Object();
        System.gc();
        System.runFinalization();
        Runtime.getRuntime().runFinalization();
        System.out.println(kept != null);
    }
}
