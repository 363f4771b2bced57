// Search trees with colours and parent pointers, checked in one walk that gives the number of black
// nodes on every path down, or -1 where something is wrong.
import java.util.HashSet;
import java.util.Set;

public class RedBlackTree {
    Node root;
    int size;

    enum Color { RED, BLACK }

    static class Node {
        Node left;
        Node right;
        Node parent;
        int key;
        Color color;
    }

    boolean repOk() {
        if (root == null) {
            return size == 0;
        }
        if (root.parent != null || root.color != Color.BLACK) {
            return false;
        }
        Set<Node> visited = new HashSet<>();
        return blackHeight(root, Integer.MIN_VALUE, Integer.MAX_VALUE, visited) >= 0
                && visited.size() == size;
    }

    private static int blackHeight(Node node, int min, int max, Set<Node> visited) {
        if (node == null) {
            return 0;
        }
        if (!visited.add(node) || node.key < min || node.key > max || node.color == null) {
            return -1;
        }
        if (!isChild(node.left, node) || !isChild(node.right, node)) {
            return -1;
        }
        int left = blackHeight(node.left, min, node.key - 1, visited);
        if (left < 0) {
            return -1;
        }
        int right = blackHeight(node.right, node.key + 1, max, visited);
        if (left != right) {
            return -1;
        }
        return node.color == Color.BLACK ? left + 1 : left;
    }

    private static boolean isChild(Node child, Node parent) {
        return child == null
                || child.parent == parent && (parent.color == Color.BLACK || child.color == Color.BLACK);
    }
}
