import java.util.List;

/** Keeps a list that others know, and has no constructor that a test may call without one. */
public class Keeper {
    private final List<Integer> items;

    public Keeper(List<Integer> items) {
        this.items = items;
    }

    public void add(int item) {
        items.add(item);
    }

    public boolean isLong() {
        return items.size() > 2;
    }

    /** Nobody can make one. */
    public static class Hidden {
        private Hidden() {}

        public int value() {
            return 1;
        }
    }
}
