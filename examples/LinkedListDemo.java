import margay.Margay;

/**
 * A sorted linked list tested with every sequence of three operations.
 *
 * <p>Each branch builds its own list; whatever it does to the heap is undone before the next
 * branch starts. {@code remove} forgets the first node, and the branches that find out fail.
 */
public class LinkedListDemo {
    private static final class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node head;

    void add(int value) {
        if (head == null || value <= head.value) {
            head = new Node(value, head);
            return;
        }
        Node n = head;
        while (n.next != null && n.next.value < value) {
            n = n.next;
        }
        n.next = new Node(value, n.next);
    }

    void remove(int value) {
        for (Node n = head; n != null && n.next != null; n = n.next) { // never looks at head.value
            if (n.next.value == value) {
                n.next = n.next.next;
                return;
            }
        }
    }

    boolean contains(int value) {
        for (Node n = head; n != null; n = n.next) {
            if (n.value == value) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (Node n = head; n != null; n = n.next) {
            text.append(n == head ? "" : ", ").append(n.value);
        }
        return text.append("]").toString();
    }

    public static void main(String[] args) {
        LinkedListDemo list = new LinkedListDemo();
        for (int step = 0; step < 3; step++) {
            boolean adding = Margay.choose(0, 1) == 0;
            int value = Margay.choose(1, 2);
            if (adding) {
                Margay.assume(!list.contains(value)); // keep the list a set
                list.add(value);
            } else {
                list.remove(value);
            }
            System.out.println((adding ? "add " : "remove ") + value + " gives " + list);
            if (list.contains(value) != adding) {
                Margay.fail((adding ? "add " : "remove ") + value + " left " + list);
            }
        }
    }
}
