// enumerate: --bound 4 --predicate hashSet => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate: --bound 4 --predicate linkedHashSet => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate: --bound 4 --predicate identitySet => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate: --bound 4 --predicate setOfMap => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate: --bound 4 --predicate hashMap => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate: --bound 4 --predicate linkedHashMap => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate: --bound 4 --predicate identityMap => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate: --bound 4 --predicate arrayList => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate: --bound 4 --predicate linkedList => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate: --bound 4 --predicate vector => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate: --bound 4 --predicate stack => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// enumerate: --bound 4 --predicate iterated => candidates 337 valid 23 inits-checkpoint 423 inits-reexecute 2609
// Binary trees, told from other graphs by predicates that remember the nodes they have met in one
// container after the other. All of them read the fields in the same order and accept the same
// trees: Catalan numbers 1, 1, 2, 5, 14, 42, so that their figures are one another's check.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.Stack;
import java.util.Vector;

public class VisitedTree {
    Node root;
    int size;

    static class Node {
        Node left;
        Node right;
    }

    /** Meets all nodes, breadth first. */
    private boolean isTree(Set<Node> visited, Queue<Node> work) {
        if (root != null) {
            visited.add(root);
            work.add(root);
        }
        while (!work.isEmpty()) {
            Node node = work.remove();
            if (node.left != null) {
                if (!visited.add(node.left)) {
                    return false;
                }
                work.add(node.left);
            }
            if (node.right != null) {
                if (!visited.add(node.right)) {
                    return false;
                }
                work.add(node.right);
            }
        }
        return visited.size() == size;
    }

    boolean hashSet() {
        return isTree(new HashSet<>(), new LinkedList<>());
    }

    boolean linkedHashSet() {
        return isTree(new LinkedHashSet<>(), new ArrayDeque<>());
    }

    boolean identitySet() {
        return isTree(Collections.newSetFromMap(new IdentityHashMap<>()), new LinkedList<>());
    }

    boolean setOfMap() {
        return isTree(Collections.newSetFromMap(new HashMap<>()), new ArrayDeque<>());
    }

    /** The same with a map from nodes to the order in which they were met. */
    private boolean isTree(Map<Node, Integer> number) {
        List<Node> work = new ArrayList<>();
        if (root != null) {
            number.put(root, 0);
            work.add(root);
        }
        for (int next = 0; next < work.size(); next++) {
            Node node = work.get(next);
            if (number.getOrDefault(node, -1) != next) {
                return false;
            }
            if (node.left != null) {
                if (number.containsKey(node.left)) {
                    return false;
                }
                number.put(node.left, number.size());
                work.add(node.left);
            }
            if (node.right != null) {
                if (number.putIfAbsent(node.right, number.size()) != null) {
                    return false;
                }
                work.add(node.right);
            }
        }
        return number.size() == size;
    }

    boolean hashMap() {
        return isTree(new HashMap<>());
    }

    boolean linkedHashMap() {
        return isTree(new LinkedHashMap<>());
    }

    boolean identityMap() {
        return isTree(new IdentityHashMap<>());
    }

    /** The same with a list that is searched. */
    private boolean isTree(List<Node> visited) {
        if (root != null) {
            visited.add(root);
        }
        for (int next = 0; next < visited.size(); next++) {
            Node node = visited.get(next);
            if (node.left != null) {
                if (visited.contains(node.left)) {
                    return false;
                }
                visited.add(node.left);
            }
            if (node.right != null) {
                if (visited.indexOf(node.right) >= 0) {
                    return false;
                }
                visited.add(node.right);
            }
        }
        return visited.size() == size;
    }

    boolean arrayList() {
        return isTree(new ArrayList<>());
    }

    boolean linkedList() {
        return isTree(new LinkedList<>());
    }

    boolean vector() {
        return isTree(new Vector<>());
    }

    boolean stack() {
        return isTree(new Stack<>());
    }

    /** The same, with the whole set gone over at the end: then it is no longer a special one. */
    boolean iterated() {
        Set<Node> visited = new HashSet<>();
        if (!isTree(visited, new LinkedList<>())) {
            return false;
        }
        int leaves = 0;
        for (Node node : visited) {
            if (node.left == null && node.right == null) {
                leaves++;
            }
        }
        int inner = 0;
        for (Node node : visited) {
            if (node.left != null && node.right != null) {
                inner++;
            }
        }
        return visited.isEmpty() || leaves == inner + 1;
    }
}
