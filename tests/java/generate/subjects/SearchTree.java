package subjects;

/** A binary search tree. */
public class SearchTree {
    static class Node {
        int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    Node root;

    public boolean add(int key) {
        if (root == null) {
            root = new Node(key);
            return true;
        }
        Node node = root;
        while (true) {
            if (key == node.key) {
                return false;
            }
            if (key < node.key) {
                if (node.left == null) {
                    node.left = new Node(key);
                    return true;
                }
                node = node.left;
            } else {
                if (node.right == null) {
                    node.right = new Node(key);
                    return true;
                }
                node = node.right;
            }
        }
    }

    public int height() {
        return height(root);
    }

    private static int height(Node node) {
        return node == null ? 0 : 1 + Math.max(height(node.left), height(node.right));
    }

    public int least() {
        Node node = root;
        while (node.left != null) {
            node = node.left;
        }
        return node.key;
    }
}
