/** A search tree into which a key is put. */
public class Tree {
    static class Node {
        int key;
        Node left;
        Node right;
    }

    Node root;

    void insert(int key) {
        Node fresh = new Node();
        fresh.key = key;
        if (root == null) {
            root = fresh;
            return;
        }
        Node node = root;
        while (node.key != key) {
            Node next = key < node.key ? node.left : node.right;
            if (next == null) {
                if (key < node.key) {
                    node.left = fresh;
                } else {
                    node.right = fresh;
                }
                return;
            }
            node = next;
        }
    }
}
