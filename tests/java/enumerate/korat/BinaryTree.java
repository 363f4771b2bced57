// enumerate: --args 3 => candidates 63 valid 5 inits-checkpoint 93 inits-reexecute 357
// enumerate: --args 7 => candidates 14092 valid 429 inits-checkpoint 16772 inits-reexecute 183634
// enumerate: --args 3,0,3 => candidates 90 valid 9 inits-checkpoint 120 inits-reexecute 531
// Two finitizations told apart by their number of arguments, classes named by strings.
import java.util.HashSet;
import java.util.LinkedList;
import java.util.Set;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

public class BinaryTree {
    private Node root;
    private int size;

    public static class Node {
        Node left;
        Node right;
    }

    public boolean repOK() {
        if (root == null) {
            return size == 0;
        }
        Set<Node> visited = new HashSet<>();
        visited.add(root);
        LinkedList<Node> worklist = new LinkedList<>();
        worklist.add(root);
        while (!worklist.isEmpty()) {
            Node node = worklist.removeFirst();
            if (node.left != null) {
                if (!visited.add(node.left)) {
                    return false;
                }
                worklist.add(node.left);
            }
            if (node.right != null) {
                if (!visited.add(node.right)) {
                    return false;
                }
                worklist.add(node.right);
            }
        }
        return visited.size() == size;
    }

    public static IFinitization finBinaryTree(int size) {
        return finBinaryTree(size, size, size);
    }

    public static IFinitization finBinaryTree(int nodes, int minSize, int maxSize) {
        IFinitization f = FinitizationFactory.create(BinaryTree.class);
        IObjSet domain = f.createObjSet("Node", nodes, true);
        f.set("root", domain);
        f.set("size", f.createIntSet(minSize, maxSize));
        f.set("Node.left", domain);
        f.set("Node.right", domain);
        return f;
    }
}
