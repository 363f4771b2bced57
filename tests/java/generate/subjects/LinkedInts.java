package subjects;

/** A singly linked list, sorted when built by {@link #insert}. */
public class LinkedInts {
    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    Node head;
    int size;

    public void insert(int value) {
        if (head == null || head.value >= value) {
            head = new Node(value, head);
        } else {
            Node node = head;
            while (node.next != null && node.next.value < value) {
                node = node.next;
            }
            node.next = new Node(value, node.next);
        }
        size++;
    }

    public boolean contains(int value) {
        for (Node node = head; node != null; node = node.next) {
            if (node.value == value) {
                return true;
            }
        }
        return false;
    }

    public void reverse() {
        Node done = null;
        while (head != null) {
            Node next = head.next;
            head.next = done;
            done = head;
            head = next;
        }
        head = done;
    }

    public int removeFirst() {
        if (head == null) {
            throw new IllegalStateException("empty");
        }
        int value = head.value;
        head = head.next;
        size--;
        return value;
    }

    public boolean sameAs(LinkedInts other) {
        Node a = head;
        Node b = other.head;
        while (a != null && b != null) {
            if (a.value != b.value) {
                return false;
            }
            a = a.next;
            b = b.next;
        }
        return a == b;
    }
}
