package recipes;

/** A constructor that says everything; its parameters are not in the order of the fields. */
public final class Point {
    private final int x;
    private final int y;

    public Point(int y, int x) {
        this.x = x;
        this.y = y;
    }

    public boolean isRightOf(Point other) {
        return other != null && x > other.x;
    }

    @Override
    public String toString() {
        return "point";
    }
}
