// enumerate: objects Node=2, field AvlTree.size=0..2, field Node.key=1..2, field Node.height=1..2 => candidates 37 valid 5 inits-checkpoint 61 inits-reexecute 215
// enumerate: objects Node=3, field AvlTree.size=3..3, field Node.key=1..3, field Node.height=1..3 => candidates 155 valid 1 inits-checkpoint 231 inits-reexecute 1401
// enumerate: objects Node=4, field AvlTree.size=4..4, field Node.key=1..4, field Node.height=1..3 => candidates 951 valid 4 inits-checkpoint 1285 inits-reexecute 11387
// enumerate: objects Node=5, field AvlTree.size=5..5, field Node.key=1..5, field Node.height=1..3 => candidates 6407 valid 6 inits-checkpoint 8095 inits-reexecute 95328
// enumerate: objects Node=6, field AvlTree.size=6..6, field Node.key=1..6, field Node.height=1..4 => candidates 46487 valid 4 inits-checkpoint 56042 inits-reexecute 823812
// Height-balanced search trees that store their heights; the predicate recurses. n nodes with n
// keys, one for each balanced shape: 1, 1, 2, 1, 4, 6, 4, 17, ...
import java.util.HashSet;
import java.util.Set;

public class AvlTree {
    Node root;
    int size;

    static class Node {
        Node left;
        Node right;
        int key;
        int height;
    }

    boolean repOk() {
        Set<Node> visited = new HashSet<>();
        return isTree(root, visited)
                && visited.size() == size
                && isOrdered(root, Integer.MIN_VALUE, Integer.MAX_VALUE)
                && isBalanced(root);
    }

    private static boolean isTree(Node node, Set<Node> visited) {
        return node == null
                || visited.add(node) && isTree(node.left, visited) && isTree(node.right, visited);
    }

    private static boolean isOrdered(Node node, int min, int max) {
        return node == null
                || min <= node.key
                        && node.key <= max
                        && isOrdered(node.left, min, node.key - 1)
                        && isOrdered(node.right, node.key + 1, max);
    }

    private static boolean isBalanced(Node node) {
        if (node == null) {
            return true;
        }
        if (!isBalanced(node.left) || !isBalanced(node.right)) {
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
