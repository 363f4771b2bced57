// enumerate: objects Node=3, field ArrayTree.size=0..3, field Node.children!=null, array Node.children length=0..2, array Node.children elements!=null => valid 5
// enumerate: objects Node=5, field ArrayTree.size=5..5, field Node.children!=null, array Node.children length=0..2, array Node.children elements!=null => valid 9
// enumerate: objects Node=4, field ArrayTree.size=4..4, field Node.children!=null, array Node.children length=0..3, array Node.children elements!=null => valid 5
// enumerate: objects Node=3, field ArrayTree.size=3..3, array Node.children length=0..2 => valid 2
// Ordered trees of any width, the children of a node in an array of its own. n nodes, at most two
// children each: Motzkin numbers 1, 1, 2, 4, 9, 21, ...; of any width: Catalan number n - 1.
import java.util.HashSet;
import java.util.Set;

public class ArrayTree {
    Node root;
    int size;

    static class Node {
        Node[] children;
    }

    boolean repOk() {
        if (root == null) {
            return size == 0;
        }
        Set<Node> nodes = new HashSet<>();
        return isTree(root, nodes, new HashSet<>()) && nodes.size() == size;
    }

    private static boolean isTree(Node node, Set<Node> nodes, Set<Node[]> arrays) {
        if (!nodes.add(node)) {
            return false;
        }
        Node[] children = node.children;
        if (children == null || !arrays.add(children)) {
            return false;
        }
        for (Node child : children) {
            if (child == null || !isTree(child, nodes, arrays)) {
                return false;
            }
        }
        return true;
    }
}
