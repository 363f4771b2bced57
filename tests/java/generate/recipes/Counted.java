package recipes;

/** A constructor that does something elsewhere. */
public class Counted {
    private static int count;

    private final int value;

    public Counted(int value) {
        this.value = value;
        count++;
    }

    public int fresh() {
        if (value == 7) {
            return count;
        }
        return -1;
    }
}
