// enumerate: objects Node=2, field RedBlackTree.size=0..2, field Node.key=1..2 => candidates 40 valid 5 inits-checkpoint 64 inits-reexecute 294
// enumerate: objects Node=3, field RedBlackTree.size=3..3, field Node.key=1..3 => candidates 166 valid 2 inits-checkpoint 250 inits-reexecute 1889
// enumerate: objects Node=4, field RedBlackTree.size=4..4, field Node.key=1..4 => candidates 950 valid 4 inits-checkpoint 1303 inits-reexecute 14584
// enumerate: objects Node=5, field RedBlackTree.size=5..5, field Node.key=1..5 => candidates 5347 valid 8 inits-checkpoint 6927 inits-reexecute 102661
// Search trees with colours and parent pointers: the root black, no red child of a red node, as
// many black nodes on every path down. n nodes with n keys: 1, 1, 2, 2, 4, 8, 16, 33, ...
import java.util.HashSet;
import java.util.Set;

public class RedBlackTree {
    Node root;
    int size;

    static class Node {
        Node left;
        Node right;
        Node parent;
        int key;
        boolean red;
    }

    boolean repOk() {
        if (root == null) {
            return size == 0;
        }
        if (root.parent != null || root.red) {
            return false;
        }
        Set<Node> visited = new HashSet<>();
        visited.add(root);
        return isLinked(root, visited)
                && visited.size() == size
                && blackHeight(root) >= 0
                && isOrdered(root, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static boolean isLinked(Node node, Set<Node> visited) {
        return isChild(node.left, node, visited) && isChild(node.right, node, visited);
    }

    private static boolean isChild(Node child, Node parent, Set<Node> visited) {
        if (child == null) {
            return true;
        }
        return visited.add(child)
                && child.parent == parent
                && !(parent.red && child.red)
                && isLinked(child, visited);
    }

    /** The black nodes on each path down from here, or -1 where paths disagree. */
    private static int blackHeight(Node node) {
        if (node == null) {
            return 0;
        }
        int left = blackHeight(node.left);
        if (left < 0 || left != blackHeight(node.right)) {
            return -1;
        }
        return node.red ? left : left + 1;
    }

    private static boolean isOrdered(Node node, int min, int max) {
        if (node == null) {
            return true;
        }
        if (node.key < min || node.key > max) {
            return false;
        }
        return isOrdered(node.left, min, node.key - 1) && isOrdered(node.right, node.key + 1, max);
    }
}
