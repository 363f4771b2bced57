package subjects;

/** A tree of intervals, by their low ends. */
public class Intervals {
    static class Node {
        int low;
        int high;
        int max;
        Node left;
        Node right;
    }

    Node root;

    public boolean overlaps(int low, int high) {
        Node node = root;
        while (node != null) {
            if (low <= node.high && node.low <= high) {
                return true;
            }
            if (node.left != null && node.left.max >= low) {
                node = node.left;
            } else {
                node = node.right;
            }
        }
        return false;
    }

    public boolean repOk() {
        return root == null || fits(root);
    }

    private static boolean fits(Node node) {
        if (node.low > node.high || node.max < node.high) {
            return false;
        }
        return node.left == null || node.left.low <= node.low && fits(node.left);
    }
}
