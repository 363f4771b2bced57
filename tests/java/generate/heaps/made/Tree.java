package made;
public class Tree {
    private static class Node { int key; Node left, right, parent; Node(int key, Node parent) { this.key = key; this.parent = parent; } }
    private Node root; private int size;
    public boolean insert(int key) {
        if (root == null) { root = new Node(key, null); size = 1; return true; }
        Node node = root;
        while (true) {
            if (key == node.key) return false;
            Node next = key < node.key ? node.left : node.right;
            if (next == null) {
                if (key < node.key) node.left = new Node(key, node); else node.right = new Node(key, node);
                size++; return true;
            }
            node = next;
        }
    }
    public boolean remove(int key) {
        Node node = root;
        while (node != null && node.key != key) node = key < node.key ? node.left : node.right;
        if (node == null) return false;
        if (node.left != null && node.right != null) {
            Node next = node.right;
            while (next.left != null) next = next.left;
            node.key = next.key; node = next;
        }
        Node by = node.left != null ? node.left : node.right;
        if (node.parent == null) root = by; else if (node.parent.left == node) node.parent.left = by; else node.parent.right = by;
        if (by != null) by.parent = node.parent;
        size--;
        return true;
    }
    public int height() { return height(root); }
    private static int height(Node n) { return n == null ? 0 : 1 + Math.max(height(n.left), height(n.right)); }
}
