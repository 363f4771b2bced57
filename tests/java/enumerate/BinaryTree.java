// enumerate: objects Node=3, field BinaryTree.size=3..3 => candidates 63 valid 5 inits-checkpoint 93 inits-reexecute 357
// enumerate: objects Node=7, field BinaryTree.size=7..7 => candidates 14092 valid 429 inits-checkpoint 16772 inits-reexecute 183634
// enumerate: objects Node=9, field BinaryTree.size=9..9 => candidates 210444 valid 4862 inits-checkpoint 241074 inits-reexecute 3556640
// enumerate: objects Node=3, field BinaryTree.size=0..3 => candidates 90 valid 9 inits-checkpoint 120 inits-reexecute 531
// enumerate: --bound 4 => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate-large: objects Node=10, field BinaryTree.size=10..10 => candidates 815100 valid 16796 inits-checkpoint 921312 inits-reexecute 15366812
// enumerate-large: objects Node=11, field BinaryTree.size=11..11 => candidates 3162018 valid 58786 inits-checkpoint 3535028 inits-reexecute 65809076
// enumerate-large: objects Node=12, field BinaryTree.size=12..12 => candidates 12284830 valid 208012 inits-checkpoint 13608752 inits-reexecute 279823708
// Binary trees without data, walked breadth first. Catalan numbers: 1, 1, 2, 5, 14, 42, ...
import java.util.HashSet;
import java.util.LinkedList;
import java.util.Set;

public class BinaryTree {
    Node root;
    int size;

    static class Node {
        Node left;
        Node right;
    }

    boolean repOk() {
        if (root == null) {
            return size == 0;
        }
        Set<Node> visited = new HashSet<>();
        visited.add(root);
        LinkedList<Node> worklist = new LinkedList<>();
        worklist.add(root);
        while (!worklist.isEmpty()) {
            Node node = worklist.removeFirst();
            Node left = node.left;
            if (left != null) {
                if (!visited.add(left)) {
                    return false;
                }
                worklist.add(left);
            }
            Node right = node.right;
            if (right != null) {
                if (!visited.add(right)) {
                    return false;
                }
                worklist.add(right);
            }
        }
        return visited.size() == size;
    }
}
