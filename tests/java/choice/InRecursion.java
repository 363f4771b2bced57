// outcomes: 14
// dropped: 0
// Choices inside recursion: every binary tree of four nodes, built on the way down and printed on the way up.
import margay.Margay;

public class InRecursion {
    record Node(Node left, int label, Node right) { }

    static int next;

    static Node build(int size) {
        if (size == 0) {
            return null;
        }
        int leftSize = Margay.choose(0, size - 1);
        Node left = build(leftSize);
        int label = next++;
        return new Node(left, label, build(size - 1 - leftSize));
    }

    static String show(Node n) {
        return n == null ? "." : "(" + show(n.left()) + n.label() + show(n.right()) + ")";
    }

    public static void main(String[] args) {
        System.out.println(show(build(4)) + " " + next);
    }
}
