package right;

/** What a class that is used for the first time counts elsewhere is put back with the rest, and not counted again. */
public class Tallied {
    static int tally;

    static final class Table {
        static final Tallied FIRST = new Tallied(1);

        private Table() {}
    }

    private final int weight;

    public Tallied(int weight) {
        this.weight = weight;
        tally++;
    }

    public static int heavier(int weight) {
        Tallied other = new Tallied(weight);
        return other.weight > 3 ? Table.FIRST.weight + 1 : 0;
    }
}
