/** A place for data with an invariant. */
public class Counter {
    int low;
    int high;

    public boolean repOk() {
        return low <= high;
    }

    public int width() {
        if (low > high) {
            throw new IllegalStateException("never");
        }
        return high - low > 9 ? 10 : high - low;
    }
}
