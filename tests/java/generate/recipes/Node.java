package recipes;

/** A node of a list, built from the end. */
public class Node {
    private final int data;
    private Node next;

    public Node(int data, Node next) {
        this.data = data;
        this.next = next;
    }

    /** Three nodes at most, which may be a circle. */
    public int length() {
        if (next == null) {
            return 1;
        }
        if (next == this) {
            return -1;
        }
        if (next.next == null) {
            return 2;
        }
        return next.next == this ? -2 : 3;
    }
}
