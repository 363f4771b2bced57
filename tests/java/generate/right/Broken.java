package right;

/** No program has an object of it: its initializer throws. */
public class Broken {
    private static final int LIMIT = Integer.parseInt("none");

    private int level;

    public void raise() {
        level++;
    }

    public int level() {
        return level;
    }
}
