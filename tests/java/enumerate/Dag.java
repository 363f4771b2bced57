// enumerate: objects Node=3, field Dag.size=0..3, field Node.next!=null, array Node.next length=0..2, array Node.next elements!=null => valid 7
// enumerate: objects Node=4, field Dag.size=4..4, field Node.next!=null, array Node.next length=0..2, array Node.next elements!=null => valid 23
// Acyclic graphs reached from one start node. Successors are ordered and differ from each other;
// no two nodes share their array.
import java.util.HashSet;
import java.util.Set;

public class Dag {
    Node start;
    int size;

    static class Node {
        Node[] next;
    }

    boolean repOk() {
        if (start == null) {
            return size == 0;
        }
        Set<Node> done = new HashSet<>();
        return isAcyclic(start, new HashSet<>(), done, new HashSet<>()) && done.size() == size;
    }

    private static boolean isAcyclic(
            Node node, Set<Node> path, Set<Node> done, Set<Node[]> arrays) {
        if (done.contains(node)) {
            return true;
        }
        if (!path.add(node) || !arrays.add(node.next)) {
            return false;
        }
        Set<Node> successors = new HashSet<>();
        for (Node successor : node.next) {
            if (successor == null || !successors.add(successor)) {
                return false;
            }
            if (!isAcyclic(successor, path, done, arrays)) {
                return false;
            }
        }
        path.remove(node);
        done.add(node);
        return true;
    }
}
