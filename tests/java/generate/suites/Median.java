/** A class that says what the type parameter above it is. */
public class Median {
    private Median() {}

    /** Keeps the largest. */
    public abstract static class Largest<T extends Number & Comparable<T>> {
        private T largest;

        public void add(T value) {
            if (largest == null || value.compareTo(largest) > 0) largest = value;
        }

        public T get() {
            return largest;
        }

        protected abstract int weight();
    }

    /** Of bytes. */
    public static class OfBytes extends Largest<Byte> {
        @Override
        protected int weight() {
            return 1;
        }
    }
}
