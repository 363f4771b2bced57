/** A priority queue: a heap of linked nodes, each not larger than its children. */
public class HeapQueue {
    static class Node {
        int key;
        Node parent;
        Node left;
        Node right;
    }

    int size;
    Node root;

    public int min() {
        if (root == null) throw new IllegalStateException("empty");
        return root.key;
    }

    public void insertBelow(Node parent, int key) {
        Node node = new Node();
        node.key = key;
        node.parent = parent;
        if (parent == null) {
            root = node;
        } else if (parent.left == null) {
            parent.left = node;
        } else {
            parent.right = node;
        }
        size++;
        upHeap(node);
    }

    void upHeap(Node node) {
        while (node.parent != null && node.key < node.parent.key) {
            swap(node, node.parent);
            node = node.parent;
        }
    }

    public void downHeap(Node node) {
        while (node.left != null) {
            Node smaller = node.left;
            if (node.right != null && node.right.key < smaller.key) smaller = node.right;
            if (node.key <= smaller.key) return;
            swap(node, smaller);
            node = smaller;
        }
    }

    static void swap(Node a, Node b) {
        int key = a.key;
        a.key = b.key;
        b.key = key;
    }

    public int remove(Node last) {
        int least = min();
        if (last == root) {
            root = null;
        } else {
            swap(root, last);
            if (last.parent.left == last) last.parent.left = null; else last.parent.right = null;
            downHeap(root);
        }
        size--;
        return least;
    }
}
