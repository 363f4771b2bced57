/** Constants that keep what they compute once. */
public final class Keeping {
    public static final Keeping ORIGIN = new Keeping(0, 0);

    private final int x;
    private final int y;
    private int hash;
    private String text = null;

    private Keeping(int x, int y) {
        this.x = x;
        this.y = y;
    }

    public static Keeping of(int x, int y) {
        return x == 0 && y == 0 ? ORIGIN : new Keeping(x, y);
    }

    public Keeping mirrored() {
        return of(y, x);
    }

    public boolean isSteep() {
        return Math.abs(y) > Math.abs(x);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = 31 * x + y + 1;
        }
        return hash;
    }

    @Override
    public String toString() {
        if (text == null) {
            text = x + "/" + y;
        }
        return text;
    }
}
