package right;

/** Objects that a class above counts; one of them is made when the class below is initialised. */
public class Indexed {
    private static int count;
    private final int index = count++;

    public final int index() {
        return index;
    }

    /** Has an object of its own. */
    public static class Latin extends Indexed {
        public static final Latin INSTANCE = new Latin();

        public boolean isFirst() {
            return index() == 0;
        }
    }
}
