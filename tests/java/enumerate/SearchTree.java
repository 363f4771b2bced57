// enumerate: objects Node=3, field SearchTree.size=3..3, field Node.data=1..3 => candidates 238 valid 5 inits-checkpoint 342 inits-reexecute 1982 expand 20 expand-candidates 253
// enumerate: objects Node=4, field SearchTree.size=4..4, field Node.data=1..4 => candidates 1463 valid 14 inits-checkpoint 1923 inits-reexecute 16648 expand 70 expand-candidates 1519
// enumerate: objects Node=5, field SearchTree.size=5..5, field Node.data=1..5 => candidates 8621 valid 42 inits-checkpoint 10719 inits-reexecute 125388 expand 252 expand-candidates 8831
// enumerate: objects Node=6, field SearchTree.size=6..6, field Node.data=1..6 => candidates 49524 valid 132 inits-checkpoint 59322 inits-reexecute 879659 expand 924 expand-candidates 50316
// enumerate: objects Node=7, field SearchTree.size=7..7, field Node.data=1..7 => candidates 279427 valid 429 inits-checkpoint 325943 inits-reexecute 5870803 expand 3432 expand-candidates 282430
// enumerate: objects Node=2, field SearchTree.size=2..2, field Node.data={1,5,9} => candidates 70 valid 6 inits-checkpoint 114 inits-reexecute 428 expand 18 expand-candidates 82
// enumerate-large: objects Node=8, field SearchTree.size=8..8, field Node.data=1..8 => candidates 1555219 valid 1430 inits-checkpoint 1778575 inits-reexecute 37757452 expand 12870 expand-candidates 1566659
// enumerate-large: objects Node=9, field SearchTree.size=9..9, field Node.data=1..9 => candidates 8562721 valid 4862 inits-checkpoint 9643851 inits-reexecute 235987484 expand 48620 expand-candidates 8606479
// enumerate-large: objects Node=10, field SearchTree.size=10..10, field Node.data=1..10 => candidates 46729370 valid 16796 inits-checkpoint 51993036 inits-reexecute 1441716277 expand 184756 expand-candidates 46897330
// Search trees with parent pointers; each node must lie in the range its ancestors leave it.
// n nodes with n keys: Catalan numbers. May stay unread: the root's parent (n + 1 values).
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

public class SearchTree {
    Node root;
    int size;

    static class Node {
        Node left;
        Node right;
        Node parent;
        int data;
    }

    record Subtree(Node top, int min, int max) {}

    boolean repOk() {
        Set<Node> visited = new HashSet<>();
        Deque<Subtree> worklist = new ArrayDeque<>();
        if (root != null) {
            worklist.push(new Subtree(root, Integer.MIN_VALUE, Integer.MAX_VALUE));
            visited.add(root);
        }
        while (!worklist.isEmpty()) {
            Subtree subtree = worklist.pop();
            Node node = subtree.top;
            if (node.data < subtree.min || node.data > subtree.max) {
                return false;
            }
            if (node.left != null) {
                if (!visited.add(node.left)) {
                    return false;
                }
                if (node.left.parent != node) {
                    return false;
                }
                worklist.push(new Subtree(node.left, subtree.min, node.data - 1));
            }
            if (node.right != null) {
                if (!visited.add(node.right)) {
                    return false;
                }
                if (node.right.parent != node) {
                    return false;
                }
                worklist.push(new Subtree(node.right, node.data + 1, subtree.max));
            }
        }
        return size == visited.size();
    }
}
