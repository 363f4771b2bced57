package recipes;

/** A constructor that keeps a copy, and one that makes room. */
public class Copying {
    private final int[] items;
    private int size;

    public Copying(int[] items) {
        this.items = items.clone();
        this.size = items.length;
    }

    public Copying() {
        this.items = new int[2];
    }

    public void push(int item) {
        if (items == null) {
            throw new IllegalStateException();
        }
        if (size == items.length && size == 2) {
            items[0] = item;
        }
    }
}
