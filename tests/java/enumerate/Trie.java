// enumerate: objects Node=2, field Node.children!=null, array Node.children length=2..2 => valid 6
// enumerate: objects Node=3, field Node.children!=null, array Node.children length=2..2 => valid 24
// enumerate: objects Node=4, field Node.children!=null, array Node.children length=2..2 => valid 112
// enumerate: objects Node=3, field Node.children!=null, array Node.children length=3..3 => valid 50
// Sets of words over a small alphabet: a word ends at every leaf, and maybe at inner nodes. Each
// tree shape counts 2^(inner nodes) times; the missing root is the empty set.
import java.util.HashSet;
import java.util.Set;

public class Trie {
    Node root;

    static class Node {
        Node[] children;
        boolean word;
    }

    boolean repOk() {
        return root == null || isTrie(root, new HashSet<>(), new HashSet<>());
    }

    private static boolean isTrie(Node node, Set<Node> nodes, Set<Node[]> arrays) {
        if (!nodes.add(node) || !arrays.add(node.children)) {
            return false;
        }
        boolean leaf = true;
        for (Node child : node.children) {
            if (child != null) {
                leaf = false;
                if (!isTrie(child, nodes, arrays)) {
                    return false;
                }
            }
        }
        // Read at inner nodes too, so that both values are listed there.
        return node.word || !leaf;
    }
}
