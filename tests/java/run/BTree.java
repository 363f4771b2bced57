// A B-tree of minimum degree 3: insertion with splits, search, traversal, structure dump.
import java.util.ArrayList;
import java.util.List;

public class BTree {
    static final int T = 3;

    static class Node {
        int count;
        final int[] keys = new int[2 * T - 1];
        final Node[] children = new Node[2 * T];
        boolean leaf;

        Node(boolean leaf) {
            this.leaf = leaf;
        }
    }

    private Node root = new Node(true);
    private int splits;

    boolean contains(int key) {
        Node n = root;
        while (true) {
            int i = 0;
            while (i < n.count && key > n.keys[i]) {
                i++;
            }
            if (i < n.count && n.keys[i] == key) {
                return true;
            }
            if (n.leaf) {
                return false;
            }
            n = n.children[i];
        }
    }

    void insert(int key) {
        if (root.count == 2 * T - 1) {
            Node grown = new Node(false);
            grown.children[0] = root;
            split(grown, 0);
            root = grown;
        }
        insertNonFull(root, key);
    }

    private void insertNonFull(Node n, int key) {
        int i = n.count - 1;
        if (n.leaf) {
            for (; i >= 0 && key < n.keys[i]; i--) {
                n.keys[i + 1] = n.keys[i];
            }
            n.keys[i + 1] = key;
            n.count++;
            return;
        }
        while (i >= 0 && key < n.keys[i]) {
            i--;
        }
        i++;
        if (n.children[i].count == 2 * T - 1) {
            split(n, i);
            if (key > n.keys[i]) {
                i++;
            }
        }
        insertNonFull(n.children[i], key);
    }

    private void split(Node parent, int index) {
        splits++;
        Node full = parent.children[index];
        Node right = new Node(full.leaf);
        right.count = T - 1;
        System.arraycopy(full.keys, T, right.keys, 0, T - 1);
        if (!full.leaf) {
            System.arraycopy(full.children, T, right.children, 0, T);
        }
        full.count = T - 1;
        for (int i = parent.count; i > index; i--) {
            parent.children[i + 1] = parent.children[i];
            parent.keys[i] = parent.keys[i - 1];
        }
        parent.children[index + 1] = right;
        parent.keys[index] = full.keys[T - 1];
        parent.count++;
    }

    private void collect(Node n, List<Integer> out) {
        for (int i = 0; i < n.count; i++) {
            if (!n.leaf) {
                collect(n.children[i], out);
            }
            out.add(n.keys[i]);
        }
        if (!n.leaf) {
            collect(n.children[n.count], out);
        }
    }

    private String dump(Node n) {
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i <= n.count; i++) {
            if (!n.leaf) {
                out.append(dump(n.children[i]));
            }
            if (i < n.count) {
                out.append(i > 0 && n.leaf ? " " : "").append(n.keys[i]);
            }
        }
        return out.append("]").toString();
    }

    public static void main(String[] args) {
        BTree tree = new BTree();
        for (int i = 0; i < 40; i++) {
            tree.insert(i * 17 % 41);
        }
        System.out.println(tree.dump(tree.root));
        System.out.println(tree.splits);
        int missing = 0;
        for (int i = -5; i < 50; i++) {
            if (!tree.contains(i)) {
                missing = missing * 3 + i;
            }
        }
        System.out.println(missing);
        for (int i = 0; i < 1000; i++) {
            tree.insert(i * 7919 % 10007);
        }
        List<Integer> all = new ArrayList<>();
        tree.collect(tree.root, all);
        boolean sorted = true;
        long hash = 0;
        for (int i = 1; i < all.size(); i++) {
            sorted &= all.get(i - 1) <= all.get(i);
            hash = hash * 31 + all.get(i);
        }
        System.out.println(all.size() + " " + sorted + " " + hash + " " + tree.splits);
    }
}
