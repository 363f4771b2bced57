/** A binary search tree whose nodes know their parents. */
public class SearchTree {
    static class Node {
        int key;
        Node parent;
        Node left;
        Node right;
    }

    int size;
    Node root;

    public Node find(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node;
    }

    public boolean insert(int key) {
        Node parent = null;
        Node node = root;
        while (node != null) {
            if (key == node.key) return false;
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        Node added = new Node();
        added.key = key;
        added.parent = parent;
        if (parent == null) root = added;
        else if (key < parent.key) parent.left = added;
        else parent.right = added;
        size++;
        return true;
    }

    public boolean remove(int key) {
        Node node = find(key);
        if (node == null) return false;
        if (node.left != null && node.right != null) {
            Node next = node.right;
            while (next.left != null) next = next.left;
            node.key = next.key;
            node = next;
        }
        replace(node, node.left != null ? node.left : node.right);
        size--;
        return true;
    }

    public void replace(Node node, Node by) {
        Node parent = node.parent;
        if (parent == null) root = by;
        else if (parent.left == node) parent.left = by;
        else parent.right = by;
        if (by != null) by.parent = parent;
    }

    public void rotateLeft(Node node) {
        Node right = node.right;
        node.right = right.left;
        if (right.left != null) right.left.parent = node;
        replace(node, right);
        right.left = node;
        node.parent = right;
    }

    public int addAll(SearchTree other) {
        int added = 0;
        for (Node node = other.root; node != null; node = node.left) {
            if (insert(node.key)) added++;
        }
        return added;
    }
}
