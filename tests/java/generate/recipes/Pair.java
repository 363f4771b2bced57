package recipes;

/** A record that refuses some values. */
public record Pair(int left, Point right) {
    public Pair {
        if (left < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    public int which() {
        if (left < 0) {
            return -1;
        }
        return right == null ? 0 : 1;
    }
}
