// Height-balanced search trees that store their heights, checked in one walk: on the way down each
// key against the range its ancestors leave it, on the way up each height against its children's.
import java.util.HashSet;
import java.util.Set;

public class AvlTree {
    private Node root;
    private int size;

    private static class Node {
        private Node left;
        private Node right;
        private int key;
        private int height;
    }

    boolean repOk() {
        Set<Node> visited = new HashSet<>();
        return isAvl(root, Integer.MIN_VALUE, Integer.MAX_VALUE, visited) && size == visited.size();
    }

    private static boolean isAvl(Node node, int min, int max, Set<Node> visited) {
        if (node == null) {
            return true;
        }
        if (!visited.add(node) || node.key < min || node.key > max) {
            return false;
        }
        if (!isAvl(node.left, min, node.key - 1, visited)
                || !isAvl(node.right, node.key + 1, max, visited)) {
            return false;
        }
        int left = height(node.left);
        int right = height(node.right);
        return Math.abs(left - right) <= 1 && node.height == 1 + Math.max(left, right);
    }

    private static int height(Node node) {
        return node == null ? 0 : node.height;
    }
}
