package recipes;

/** A child that makes itself known to its parent; a parent and its child refer to each other. */
public class Tree {
    private Tree parent;
    private Tree child;
    private final String name;

    public Tree(String name, Tree parent) {
        this.name = name;
        this.parent = parent;
        if (parent != null) {
            parent.child = this;
        }
    }

    public int shape() {
        if (parent == null) {
            return child == null ? 0 : 1;
        }
        if (parent.child == this) {
            return name == null ? 2 : 3;
        }
        return 4;
    }
}
