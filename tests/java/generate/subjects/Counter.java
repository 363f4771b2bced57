package subjects;

/** Static state, class initialisers, inner classes. */
public class Counter {
    private static int total;
    private static final int[] TABLE = new int[4];

    static {
        for (int i = 0; i < TABLE.length; i++) {
            TABLE[i] = i * i;
        }
    }

    private int count;

    /** Has an outer instance. */
    public class Step {
        int width;

        public int go() {
            count += width;
            return count;
        }
    }

    public int up(int by) {
        count += by;
        total += count;
        return total;
    }

    public static int square(int i) {
        return TABLE[i];
    }

    public static int drive(Step step, boolean twice) {
        int n = step.go();
        return twice ? step.go() : n;
    }

    public boolean before(Counter that) {
        return this != that && count < that.count;
    }

    public int local(int n) {
        class Adder {
            int add(int m) {
                return n + m + count;
            }
        }
        return new Adder().add(n > 0 ? 1 : 2);
    }

    public void print(int n) {
        if (n > 0) {
            System.out.println("n is " + (n > 1 ? "large" : "one"));
        }
    }
}
