package shapes;

/** The nodes have no constructor without parameters, and the predicate is private. */
public class RedBlackTree {
    private Node root;
    private int size;

    private enum Color { RED, BLACK }

    private static final class Node {
        final int key;
        Color color;
        Node left;
        Node right;
        Node parent;

        Node(int key, Color color) {
            this.key = key;
            this.color = color;
        }
    }

    private boolean repOk() {
        return count(root, null, 0, 100) == size && root.color == Color.BLACK && blacks(root) > 0;
    }

    private static int count(Node node, Node parent, int low, int high) {
        if (node == null) {
            return 0;
        }
        if (node.parent != parent || node.key <= low || node.key >= high) {
            return 1000;
        }
        return 1 + count(node.left, node, low, node.key) + count(node.right, node, node.key, high);
    }

    private static int blacks(Node node) {
        if (node == null) {
            return 1;
        }
        int left = blacks(node.left);
        boolean red = node.color == Color.RED && node.parent.color == Color.RED;
        return red || left != blacks(node.right) ? -1000 : left + (node.color == Color.BLACK ? 1 : 0);
    }
}
