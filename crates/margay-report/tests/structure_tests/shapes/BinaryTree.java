package shapes;

import java.util.HashSet;
import java.util.Set;

public class BinaryTree {
    private Node root;
    private int size;

    private static class Node {
        Node left;
        Node right;
    }

    boolean repOk() {
        Set<Node> visited = new HashSet<>();
        return isTree(root, visited) && visited.size() == size;
    }

    private static boolean isTree(Node node, Set<Node> visited) {
        return node == null
                || visited.add(node) && isTree(node.left, visited) && isTree(node.right, visited);
    }
}
