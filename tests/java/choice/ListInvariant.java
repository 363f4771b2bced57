// outcomes: 16
// dropped: 33
// failures: 11
// Every way to link three list nodes, kept when acyclic; a faulty reversal is found out.
import margay.Margay;

public class ListInvariant {
    static class Node {
        final int id;
        Node next;

        Node(int id) {
            this.id = id;
        }
    }

    static Node[] nodes = {new Node(0), new Node(1), new Node(2)};

    static Node anyNode() {
        int i = Margay.choose(-1, nodes.length - 1);
        return i < 0 ? null : nodes[i];
    }

    static boolean acyclic(Node head) {
        int steps = 0;
        for (Node n = head; n != null; n = n.next) {
            if (++steps > nodes.length) {
                return false;
            }
        }
        return true;
    }

    static String show(Node head) {
        StringBuilder out = new StringBuilder("[");
        for (Node n = head; n != null; n = n.next) {
            out.append(n.id);
        }
        return out.append("]").toString();
    }

    static Node reverse(Node head) {
        Node done = null;
        while (head != null && head.id != 2) {
            Node rest = head.next;
            head.next = done;
            done = head;
            head = rest;
        }
        return done;
    }

    public static void main(String[] args) {
        Node head = anyNode();
        for (Node n = head; n != null; n = n.next) {
            n.next = anyNode();
            Margay.assume(acyclic(head));
        }
        String before = show(head);
        Node reversed = reverse(head);
        String after = show(reversed);
        System.out.println(before + " " + after);
        if (before.length() != after.length()) {
            Margay.fail(before + " lost nodes");
        }
    }
}
