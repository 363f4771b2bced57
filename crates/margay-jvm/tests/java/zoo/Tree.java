package zoo;

/** A class like any other, for items. */
public class Tree {
    static class Node {
        Node left;
        Node right;
        Node parent;
        int color;
        double weight;
    }

    static class Red extends Node {}

    enum Kind { SMALL, LARGE, HUGE }

    Node root;
    int size;
    int depth;
    Kind kind;
    String name;
    Comparable<?> key;
    long[] keys;
    Node[] index;
    static int made;
}
