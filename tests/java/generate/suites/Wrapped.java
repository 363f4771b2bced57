/** Bags of which each is around another: there is no innermost one. */
public class Wrapped {
    private final Bag bag;

    public Wrapped(Bag bag) {
        this.bag = checked(bag);
    }

    public int size() {
        return bag.size();
    }

    public static int twice(int number) {
        return number > 0 ? 2 * number : 0;
    }

    static Bag checked(Bag bag) {
        if (bag == null) {
            throw new IllegalArgumentException("no bag");
        }
        return bag;
    }

    /** Something with a size. */
    public interface Bag {
        int size();
    }

    /** One more than another. */
    public static final class Larger implements Bag {
        private final Bag inner;

        public Larger(Bag inner) {
            this.inner = checked(inner);
        }

        @Override
        public int size() {
            return inner.size() + 1;
        }
    }

    /** One less than another. */
    public static final class Smaller implements Bag {
        private final Bag inner;

        public Smaller(Bag inner) {
            this.inner = checked(inner);
        }

        @Override
        public int size() {
            return inner.size() - 1;
        }
    }
}
