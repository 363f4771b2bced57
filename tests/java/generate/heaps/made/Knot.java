package made;
/** A list of values that never change: its constructor keeps what it is given, and its methods hand it out. */
public final class Knot {
    private final int value;
    private final Knot next;

    public Knot(int value, Knot next) {
        this.value = value;
        this.next = next;
    }
    public int value() { return value; }
    public Knot next() { return next; }
    public Knot last() {
        Knot knot = this;
        while (knot.next != null) knot = knot.next;
        return knot;
    }
    /** Which of three follow each other; the first can follow none that it leads to. */
    public static int tied(Knot a, Knot b, Knot c) {
        int tied = 0;
        if (a.next == b) tied += 1;
        if (b.next == c) tied += 2;
        if (c.next == a) tied += 4;
        if (a.value > c.value) tied += 8;
        return tied;
    }
}
