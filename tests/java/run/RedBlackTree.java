// A left-leaning red-black tree with insertion, deletion of the minimum, ranges and an invariant check.
import java.util.ArrayList;
import java.util.List;

public class RedBlackTree {
    static class Tree<K extends Comparable<K>, V> {
        private static final boolean RED = true;
        private Node root;
        private int size;

        private class Node {
            K key;
            V value;
            Node left;
            Node right;
            boolean colour = RED;

            Node(K key, V value) {
                this.key = key;
                this.value = value;
                size++;
            }
        }

        private boolean red(Node n) {
            return n != null && n.colour;
        }

        private Node rotateLeft(Node h) {
            Node x = h.right;
            h.right = x.left;
            x.left = h;
            x.colour = h.colour;
            h.colour = RED;
            return x;
        }

        private Node rotateRight(Node h) {
            Node x = h.left;
            h.left = x.right;
            x.right = h;
            x.colour = h.colour;
            h.colour = RED;
            return x;
        }

        private void flip(Node h) {
            h.colour = !h.colour;
            h.left.colour = !h.left.colour;
            h.right.colour = !h.right.colour;
        }

        void put(K key, V value) {
            root = put(root, key, value);
            root.colour = !RED;
        }

        private Node put(Node h, K key, V value) {
            if (h == null) {
                return new Node(key, value);
            }
            int c = key.compareTo(h.key);
            if (c < 0) {
                h.left = put(h.left, key, value);
            } else if (c > 0) {
                h.right = put(h.right, key, value);
            } else {
                h.value = value;
            }
            return balance(h);
        }

        private Node balance(Node h) {
            if (red(h.right) && !red(h.left)) {
                h = rotateLeft(h);
            }
            if (red(h.left) && red(h.left.left)) {
                h = rotateRight(h);
            }
            if (red(h.left) && red(h.right)) {
                flip(h);
            }
            return h;
        }

        V get(K key) {
            for (Node n = root; n != null; ) {
                int c = key.compareTo(n.key);
                if (c == 0) {
                    return n.value;
                }
                n = c < 0 ? n.left : n.right;
            }
            return null;
        }

        void deleteMin() {
            if (!red(root.left) && !red(root.right)) {
                root.colour = RED;
            }
            root = deleteMin(root);
            size--;
            if (root != null) {
                root.colour = !RED;
            }
        }

        private Node deleteMin(Node h) {
            if (h.left == null) {
                return null;
            }
            if (!red(h.left) && !red(h.left.left)) {
                flip(h);
                if (red(h.right.left)) {
                    h.right = rotateRight(h.right);
                    h = rotateLeft(h);
                    flip(h);
                }
            }
            h.left = deleteMin(h.left);
            return balance(h);
        }

        int blackHeight() {
            return blackHeight(root);
        }

        private int blackHeight(Node n) {
            if (n == null) {
                return 0;
            }
            int left = blackHeight(n.left);
            if (left != blackHeight(n.right) || red(n.right) || red(n) && red(n.left)) {
                throw new IllegalStateException("broken at " + n.key);
            }
            return left + (red(n) ? 0 : 1);
        }

        int height() {
            return height(root);
        }

        private int height(Node n) {
            return n == null ? 0 : 1 + Math.max(height(n.left), height(n.right));
        }

        List<K> range(K low, K high) {
            List<K> out = new ArrayList<>();
            range(root, low, high, out);
            return out;
        }

        private void range(Node n, K low, K high, List<K> out) {
            if (n == null) {
                return;
            }
            if (low.compareTo(n.key) < 0) {
                range(n.left, low, high, out);
            }
            if (low.compareTo(n.key) <= 0 && high.compareTo(n.key) >= 0) {
                out.add(n.key);
            }
            if (high.compareTo(n.key) > 0) {
                range(n.right, low, high, out);
            }
        }
    }

    public static void main(String[] args) {
        Tree<Integer, String> tree = new Tree<>();
        int seed = 17;
        for (int i = 0; i < 600; i++) {
            seed = seed * 1103515245 + 12345;
            tree.put(seed >>> 22, "v" + i);
        }
        System.out.println(tree.size + " " + tree.height() + " " + tree.blackHeight());
        System.out.println(tree.range(100, 160));
        System.out.println(tree.get(tree.range(0, 1023).get(7)) + " " + tree.get(-1));
        while (tree.size > 20) {
            tree.deleteMin();
            if (tree.size % 50 == 0) {
                System.out.println(tree.size + " " + tree.height() + " " + tree.blackHeight() + " " + tree.range(0, 1023).get(0));
            }
        }
        System.out.println(tree.range(0, 1023));
        Tree<String, Integer> words = new Tree<>();
        for (String w : "the quick brown fox jumps over the lazy dog".split(" ")) {
            words.put(w, w.length());
        }
        System.out.println(words.range("a", "m") + " " + words.get("quick") + " " + words.size);
    }
}
