package recipes;

/** A constructor that refuses some values. */
public class Range {
    private final int low;
    private final int high;

    Range(int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException("low > high");
        }
        this.low = low;
        this.high = high;
    }

    public String kind() {
        if (low == high) {
            return "single";
        }
        return low < high ? "range" : "impossible";
    }
}
