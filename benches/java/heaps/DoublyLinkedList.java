/** A list of nodes that know both neighbours, between two guards. */
public class DoublyLinkedList {
    static class Node {
        int element;
        Node previous;
        Node next;

        Node(int element, Node previous, Node next) {
            this.element = element;
            this.previous = previous;
            this.next = next;
        }
    }

    int size;
    Node header;
    Node trailer;

    public DoublyLinkedList() {
        header = new Node(0, null, null);
        trailer = new Node(0, header, null);
        header.next = trailer;
    }

    public int first() {
        if (size == 0) throw new IllegalStateException("empty");
        return header.next.element;
    }

    public Node getPrevious(Node node) {
        if (node == header) throw new IllegalArgumentException("before the header");
        return node.previous;
    }

    public Node getNext(Node node) {
        if (node == trailer) throw new IllegalArgumentException("behind the trailer");
        return node.next;
    }

    public void addBefore(Node node, Node added) {
        Node before = getPrevious(node);
        added.previous = before;
        added.next = node;
        node.previous = added;
        before.next = added;
        size++;
    }

    public void addAfter(Node node, Node added) {
        Node after = getNext(node);
        added.previous = node;
        added.next = after;
        after.previous = added;
        node.next = added;
        size++;
    }

    public void addLast(int element) {
        addBefore(trailer, new Node(element, null, null));
    }

    public int remove(Node node) {
        Node before = getPrevious(node);
        Node after = getNext(node);
        before.next = after;
        after.previous = before;
        node.previous = null;
        node.next = null;
        size--;
        return node.element;
    }

    public boolean contains(int element) {
        for (Node node = header.next; node != trailer; node = node.next) {
            if (node.element == element) return true;
        }
        return false;
    }

    public void addAll(DoublyLinkedList other) {
        for (Node node = other.header.next; node != other.trailer; node = node.next) {
            addLast(node.element);
        }
    }
}
