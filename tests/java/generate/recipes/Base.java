package recipes;

/** What {@link Derived} inherits. */
public abstract class Base {
    private final int id;
    protected String label;

    protected Base(int id) {
        this.id = id;
    }

    public void setLabel(String label) {
        this.label = label;
    }

    int id() {
        return id;
    }
}
