package zoo;

import java.util.TreeMap;

/** A field of every kind. */
public class Zoo {
    enum Color { RED, GREEN { } }

    interface Shape {}

    enum Unit implements Shape { ONE }

    abstract static class Base implements Shape {
        int weight;
    }

    static class Leaf extends Base {
        byte small;
    }

    static final class Inner extends Base {
        Shape left;
        Inner up;
    }

    class Cage {
        Zoo guard;

        Zoo zoo() {
            return Zoo.this;
        }
    }

    static Shape nameless() {
        return new Shape() {};
    }

    boolean flag;
    short few;
    char letter;
    long many;
    float single;
    double real;
    Color color;
    String name;
    Integer boxed;
    Object any;
    Shape shape;
    Cage cage;
    int[] data;
    int[][] grid;
    Leaf[] leaves;
    TreeMap<Integer, String> map;
    Class<?> type;
    Runnable task;
    transient int cached;
    static int count;
    final int constant = 5;
}
