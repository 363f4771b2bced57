package made;
/** A list whose nodes nobody but itself makes. */
public class Chain {
    private static final class Node {
        private final int value;
        private Node next;
        Node(int value) { this.value = value; }
    }
    private Node head;
    private Node tail;
    private int size;

    public void add(int value) {
        Node node = new Node(value);
        if (head == null) head = node; else tail.next = node;
        tail = node;
        size++;
    }
    public boolean remove(int value) {
        Node before = null;
        for (Node node = head; node != null; node = node.next) {
            if (node.value == value) {
                if (before == null) head = node.next; else before.next = node.next;
                if (node == tail) tail = before;
                size--;
                return true;
            }
            before = node;
        }
        return false;
    }
    public int indexOf(int value) {
        int index = 0;
        for (Node node = head; node != null; node = node.next, index++) {
            if (node.value == value) return index;
        }
        return -1;
    }
    public int size() { return size; }
    public boolean isSorted() {
        if (head == null) return true;
        for (Node node = head; node.next != null; node = node.next) {
            if (node.value > node.next.value) return false;
        }
        return true;
    }
    /** Moves all of another list to the end of this one. */
    public int takeAll(Chain other) {
        if (other == this) throw new IllegalArgumentException("itself");
        int moved = other.size;
        if (other.head == null) return 0;
        if (head == null) head = other.head; else tail.next = other.head;
        tail = other.tail;
        size += moved;
        other.head = other.tail = null;
        other.size = 0;
        return moved;
    }
    public boolean sameAs(Chain other) {
        if (this == other) return true;
        if (other == null || size != other.size) return false;
        Node b = other.head;
        for (Node a = head; a != null; a = a.next, b = b.next) if (a.value != b.value) return false;
        return true;
    }
}
