package shapes;

/** A value of each kind, in fields of each kind. */
public class Kinds extends Base {
    enum Level { LOW, HIGH { } }

    record Pair(Object first, long second, Pair rest) {}

    /** Refuses the default arguments of its first constructor. */
    static final class Picky {
        final Kinds owner;
        final byte small;

        Picky(String name) {
            name.length();
            throw new AssertionError("unreachable");
        }

        Picky(Kinds owner, int small) {
            this.owner = owner;
            this.small = (byte) small;
        }
    }

    class Inner {
        char mark;

        boolean isMarked() {
            return flag && mark == 'x';
        }
    }

    /** Does not use the object it belongs to; newer compilers leave that out. */
    class Loner {
        int number;
    }

    private int hidden;
    private final boolean flag;
    private Level level;
    private double real;
    private float single;
    private char[] chars;
    private long[][] rows;
    private Object[] objects;
    private Pair pair;
    private Picky picky;
    private Inner inner;
    private Loner loner;
    private Integer boxed;
    private int free = 5;

    Kinds(boolean flag) {
        this.flag = flag;
    }

    boolean repOk() {
        return hidden == 1
                && baseHidden() == -2
                && flag
                && level == Level.HIGH
                && Double.isNaN(real)
                && single == 0.1f
                && new String(chars).equals("a'\\\n\ud800\u20ac")
                && rows.length == 2
                && rows[0].length == 0
                && rows[1][1] == Long.MIN_VALUE
                && objects.length == 1
                && objects[0] == null
                && pair.first() == this
                && pair.second() == 9
                && pair.rest().first().equals("end")
                && pair.rest().rest() == null
                && picky.owner == this
                && picky.small == -128
                && inner.isMarked()
                && loner.number == 3
                && boxed == 1000
                && free == 5;
    }
}
