// enumerate: --args 3 => candidates 805 valid 2 inits-checkpoint 1126 inits-reexecute 9642
// enumerate: --args 4 => candidates 7548 valid 4 inits-checkpoint 9752 inits-reexecute 119182
// enumerate: --args 5 => candidates 66871 valid 8 inits-checkpoint 82288 inits-reexecute 1312555
// Booleans, and parents from a set of their own in which null is switched on later.
import java.util.HashSet;
import java.util.Set;
import korat.finitization.IClassDomain;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

public class RedBlackTree {
    private Node root;
    private int size;

    public static class Node {
        int key;
        boolean black;
        Node left;
        Node right;
        Node parent;
    }

    public boolean repOK() {
        Set<Node> visited = new HashSet<>();
        if (root != null && !(root.parent == null && root.black)) {
            return false;
        }
        return isLinked(root, visited)
                && visited.size() == size
                && blackHeight(root) > 0
                && isOrdered(root, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static boolean isLinked(Node node, Set<Node> visited) {
        if (node == null) {
            return true;
        }
        if (!visited.add(node)) {
            return false;
        }
        for (Node child : new Node[] {node.left, node.right}) {
            if (child != null && !(child.parent == node && (child.black || node.black))) {
                return false;
            }
        }
        return isLinked(node.left, visited) && isLinked(node.right, visited);
    }

    /** The black nodes on each path down, the missing leaf included; 0 where paths disagree. */
    private static int blackHeight(Node node) {
        if (node == null) {
            return 1;
        }
        int left = blackHeight(node.left);
        int right = blackHeight(node.right);
        return left == 0 || left != right ? 0 : node.black ? left + 1 : left;
    }

    private static boolean isOrdered(Node node, int min, int max) {
        return node == null
                || node.key >= min
                        && node.key <= max
                        && isOrdered(node.left, min, node.key - 1)
                        && isOrdered(node.right, node.key + 1, max);
    }

    public static IFinitization finRedBlackTree(int size) {
        IFinitization f = FinitizationFactory.create(RedBlackTree.class);
        IClassDomain nodes = f.createClassDomain(Node.class, size);
        IObjSet children = f.createObjSet(Node.class, true);
        children.addClassDomain(nodes);
        IObjSet parents = f.createObjSet(Node.class);
        parents.addClassDomain(nodes);
        parents.setNullAllowed(true);
        f.set("root", children);
        f.set("size", f.createIntSet(size));
        f.set("Node.left", children);
        f.set("Node.right", children);
        f.set("Node.parent", parents);
        f.set("Node.black", f.createBooleanSet());
        f.set("Node.key", f.createIntSet(1, size));
        return f;
    }
}
