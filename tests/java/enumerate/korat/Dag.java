// enumerate: --args 3 => valid 4
// enumerate: --finitization finShared --args 2 => valid 1
// enumerate: --finitization finShared --args 3 => valid 5
// Nodes with arrays of successors: each node has one of its own, or, with arrays handled as
// objects, two nodes may share one.
import java.util.HashSet;
import java.util.Set;
import korat.finitization.IArraySet;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

public class Dag {
    private Node start;
    private int size;

    public static class Node {
        Node[] next;
    }

    public boolean repOK() {
        Set<Node> done = new HashSet<>();
        return isAcyclic(start, new HashSet<>(), done) && done.size() == size;
    }

    private static boolean isAcyclic(Node node, Set<Node> path, Set<Node> done) {
        if (done.contains(node)) {
            return true;
        }
        if (!path.add(node)) {
            return false;
        }
        for (int i = 0; i < node.next.length; i++) {
            if (i > 0 && node.next[i] == node.next[i - 1]) {
                return false;
            }
            if (!isAcyclic(node.next[i], path, done)) {
                return false;
            }
        }
        path.remove(node);
        return done.add(node);
    }

    public static IFinitization finDag(int size) {
        IFinitization f = FinitizationFactory.create(Dag.class);
        IObjSet nodes = f.createObjSet(Node.class, size);
        IArraySet successors =
                f.createArraySet(Node[].class, f.createIntSet(0, 2), nodes, size);
        f.set("start", nodes);
        f.set("size", f.createIntSet(size));
        f.set("Node.next", successors);
        return f;
    }

    public static IFinitization finShared(int size) {
        IFinitization f = finDag(size);
        f.handleArraysAsObjects(true);
        return f;
    }
}
