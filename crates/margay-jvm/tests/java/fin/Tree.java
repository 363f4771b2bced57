package fin;

import korat.finitization.IClassDomain;
import korat.finitization.IFinitization;
import korat.finitization.IIntSet;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

/** The usual finitization, in two ways. */
public class Tree {
    static class Node {
        Node left, right;
        int key = 17;
        boolean black;
    }

    Node root = new Node();
    int size;

    public static IFinitization finTree(int n) {
        return finTree(n, n, n);
    }

    public static IFinitization finTree(int nodes, int min, int max) {
        IFinitization f = FinitizationFactory.create(Tree.class);
        IObjSet set = f.createObjSet(Node.class, nodes, true);
        f.set("root", set);
        f.set("size", f.createIntSet(min, max));
        f.set("Node.left", set);
        f.set(Node.class, "right", set);
        f.set("Tree$Node", "black", f.createBooleanSet());
        return f;
    }

    public static IFinitization byName(int nodes) {
        IFinitization f = FinitizationFactory.getInstance().createFinitization(Tree.class);
        IClassDomain domain = f.createClassDomain("Node", nodes);
        IObjSet set = f.createObjSet("fin.Tree$Node");
        set.setNullAllowed(true);
        set.addClassDomain(domain);
        IIntSet sizes = f.createIntSet(0, 2, nodes);
        sizes.addInt(100);
        sizes.addRange(7, 1, 9);
        sizes.removeInt(8);
        sizes.addInt(0);
        f.set("fin.Tree", "root", set);
        f.set("fin.Tree.size", sizes);
        return f;
    }
}
