package right;

/** What an object shows of itself is what its class declares, not what one above it does. */
public class Overridden {
    /** Its state is a mere number. */
    public static class Base {
        protected int count;

        public int next() {
            return ++count;
        }

        public int state() {
            return count;
        }
    }

    /** Asking for its state changes it. */
    public static class Derived extends Base {
        private int asked;

        @Override
        public int state() {
            asked++;
            return 100 * asked + count;
        }
    }
}
