// enumerate: objects Node=3, field NaryTree.size=0..3 => candidates 42 valid 5 inits-checkpoint 56 inits-reexecute 230
// enumerate: objects Node=5, field NaryTree.size=5..5 => candidates 312 valid 14 inits-checkpoint 401 inits-reexecute 2882
// enumerate: objects Node=7, field NaryTree.size=7..7 => candidates 4281 valid 132 inits-checkpoint 5105 inits-reexecute 55929
// Ordered trees of any width, the children of a node linked as siblings. n nodes: Catalan number
// n - 1, that is 1, 1, 2, 5, 14, 42, 132, ...
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

public class NaryTree {
    Node root;
    int size;

    static class Node {
        Node firstChild;
        Node nextSibling;
    }

    boolean repOk() {
        if (root == null) {
            return size == 0;
        }
        if (root.nextSibling != null) {
            return false;
        }
        Set<Node> visited = new HashSet<>();
        visited.add(root);
        Deque<Node> worklist = new ArrayDeque<>();
        worklist.add(root);
        while (!worklist.isEmpty()) {
            Node parent = worklist.remove();
            for (Node child = parent.firstChild; child != null; child = child.nextSibling) {
                if (!visited.add(child)) {
                    return false;
                }
                worklist.add(child);
            }
        }
        return visited.size() == size;
    }
}
