package shop;

import java.util.HashSet;
import java.util.Set;

/** Article numbers in a search tree; {@link #repOk} says what a well-formed one is. */
public class Catalogue {
    /** An article. */
    public static class Node {
        int number;
        Node left;
        Node right;
    }

    Node root;
    int size;

    /** Whether an article is there. */
    public boolean contains(int number) {
        Node node = root;
        while (node != null && node.number != number) {
            node = number < node.number ? node.left : node.right;
        }
        return node != null;
    }

    /** A tree, in order, and counted rightly. */
    public boolean repOk() {
        Set<Node> visited = new HashSet<>();
        return isOrdered(root, Integer.MIN_VALUE, Integer.MAX_VALUE, visited) && visited.size() == size;
    }

    private static boolean isOrdered(Node node, long low, long high, Set<Node> visited) {
        if (node == null) {
            return true;
        }
        return visited.add(node)
                && low <= node.number
                && node.number <= high
                && isOrdered(node.left, low, node.number - 1L, visited)
                && isOrdered(node.right, node.number + 1L, high, visited);
    }
}
