package recipes;

/** A constructor that calls that of the superclass. */
public class Derived extends Base {
    private final int extra;

    public Derived(int id, int extra) {
        super(id);
        this.extra = extra;
    }

    public int check() {
        if (id() > 10) {
            return extra < 0 ? 1 : 2;
        }
        return label != null ? 3 : 4;
    }
}
