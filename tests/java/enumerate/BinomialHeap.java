// enumerate: objects Node=2, field BinomialHeap.size=0..2, field Node.key=1..2, field Node.degree=0..1 => candidates 53 valid 4 inits-checkpoint 84 inits-reexecute 384
// enumerate: objects Node=3, field BinomialHeap.size=3..3, field Node.key=1..3, field Node.degree=0..1 => candidates 183 valid 3 inits-checkpoint 272 inits-reexecute 1902
// enumerate: objects Node=4, field BinomialHeap.size=4..4, field Node.key=1..4, field Node.degree=0..2 => candidates 1427 valid 3 inits-checkpoint 1901 inits-reexecute 20128
// enumerate: objects Node=5, field BinomialHeap.size=5..5, field Node.key=1..5, field Node.degree=0..2 => candidates 5688 valid 15 inits-checkpoint 7239 inits-reexecute 102131
// A forest of binomial trees of ascending degree, distinct keys in min-heap order. One shape for
// each size; n keys on it: n! over the product of all subtree sizes, that is 1, 1, 1, 3, 3, 15, ...
import java.util.HashSet;
import java.util.Set;

public class BinomialHeap {
    Node head;
    int size;

    static class Node {
        Node parent;
        Node child;
        Node sibling;
        int degree;
        int key;
    }

    boolean repOk() {
        Set<Node> visited = new HashSet<>();
        Set<Integer> keys = new HashSet<>();
        int degree = -1;
        for (Node tree = head; tree != null; tree = tree.sibling) {
            if (!visited.add(tree) || tree.parent != null || tree.degree <= degree) {
                return false;
            }
            degree = tree.degree;
            if (!keys.add(tree.key) || !hasChildren(tree, visited, keys)) {
                return false;
            }
        }
        return visited.size() == size;
    }

    /** A tree of degree d has d children, of degrees d - 1 down to 0. */
    private static boolean hasChildren(Node tree, Set<Node> visited, Set<Integer> keys) {
        Node child = tree.child;
        for (int degree = tree.degree - 1; degree >= 0; degree--) {
            if (child == null || !visited.add(child)) {
                return false;
            }
            if (child.parent != tree || child.degree != degree) {
                return false;
            }
            if (child.key < tree.key || !keys.add(child.key)) {
                return false;
            }
            if (!hasChildren(child, visited, keys)) {
                return false;
            }
            child = child.sibling;
        }
        return child == null;
    }
}
