package report;

/** A list of numbers whose fields a test in the package may use. */
class IntList {
    Node first;
    int size;

    static class Node {
        int data;
        Node next;
    }

    /** The first number, taken out. */
    int removeFirst() {
        int data = first.data;
        first = first.next;
        size--;
        return data;
    }

    /** A new node in front; the list itself. */
    IntList add(int data) {
        Node node = new Node();
        node.data = data;
        node.next = first;
        first = node;
        size++;
        return this;
    }

    /** The node with a number, or null. */
    Node find(int data) {
        for (Node node = first; node != null; node = node.next) {
            if (node.data == data) {
                return node;
            }
        }
        return null;
    }

    /** The numbers, and that there is nothing after them. */
    static Node copy(Node from) {
        if (from == null) {
            return null;
        }
        Node node = new Node();
        node.data = from.data;
        node.next = copy(from.next);
        return node;
    }
}
