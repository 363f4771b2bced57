// enumerate: --args 3,3,3,1,3 => candidates 133 valid 5 inits-checkpoint 198 inits-reexecute 1112
// enumerate: --args 4,4,4,1,4 => candidates 875 valid 14 inits-checkpoint 1171 inits-reexecute 10133
// enumerate: --args 3,0,3,1,3 => candidates 176 valid 13 inits-checkpoint 249 inits-reexecute 1418 expand 15 expand-candidates 178
// Fields named with their class object; the predicate recurses. May stay unread: the key of a tree
// of one.
import java.util.HashSet;
import java.util.Set;
import korat.finitization.IFinitization;
import korat.finitization.IIntSet;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

public class SearchTree {
    private Node root;
    private int size;

    public static class Node {
        Node left;
        Node right;
        int info;
    }

    public boolean repOK() {
        Set<Node> visited = new HashSet<>();
        return isTree(root, visited) && visited.size() == size && isOrdered(root, null, null);
    }

    private static boolean isTree(Node node, Set<Node> visited) {
        if (node == null) {
            return true;
        }
        return visited.add(node) && isTree(node.left, visited) && isTree(node.right, visited);
    }

    private static boolean isOrdered(Node node, Node above, Node below) {
        if (node == null) {
            return true;
        }
        if (above != null && node.info >= above.info) {
            return false;
        }
        if (below != null && node.info <= below.info) {
            return false;
        }
        return isOrdered(node.left, node, below) && isOrdered(node.right, above, node);
    }

    public static IFinitization finSearchTree(
            int nodes, int minSize, int maxSize, int minInfo, int maxInfo) {
        IFinitization f = FinitizationFactory.create(SearchTree.class);
        IObjSet domain = f.createObjSet(Node.class, nodes, true);
        IIntSet infos = f.createIntSet(minInfo, maxInfo);
        f.set(SearchTree.class, "root", domain);
        f.set(SearchTree.class, "size", f.createIntSet(minSize, maxSize));
        f.set(Node.class, "left", domain);
        f.set(Node.class, "right", domain);
        f.set(Node.class, "info", infos);
        return f;
    }
}
