package made;
/** A ring of nodes: the last leads to the first. */
public class Ring {
    private static class Node { int value; Node next; Node previous; }
    private Node current;
    private int size;
    public Ring insert(int value) {
        Node node = new Node();
        node.value = value;
        if (current == null) { node.next = node; node.previous = node; }
        else { node.next = current.next; node.previous = current; current.next.previous = node; current.next = node; }
        current = node;
        size++;
        return this;
    }
    public int step(int count) {
        if (current == null) return -1;
        for (int i = 0; i < count; i++) current = current.next;
        return current.value;
    }
    public boolean drop() {
        if (current == null) return false;
        if (current.next == current) current = null;
        else { current.previous.next = current.next; current.next.previous = current.previous; current = current.next; }
        size--;
        return true;
    }
    public int max() {
        if (current == null) return Integer.MIN_VALUE;
        int best = current.value;
        for (Node node = current.next; node != current; node = node.next) if (node.value > best) best = node.value;
        return best;
    }
}
