/** A singly linked list that can lose all elements of another. */
public class List {
    Node first;

    /** Removes from this list every element of the other. */
    void remAll(List l) {
        Node lf = l.first;
        while (lf != null) {
            Node prev = null;
            Node p = null;
            Node next = first;
            while (next != null) {
                prev = p;
                p = next;
                next = next.next;
                if (p.data == lf.data) {
                    if (prev == null) {
                        first = next;
                        p = null;
                    } else {
                        prev.next = next;
                        p = prev;
                    }
                }
            }
            lf = lf.next;
        }
    }
}

class Node {
    int data;
    Node next;
}
