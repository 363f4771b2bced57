import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What a test can say in one way only, or not at all. */
public final class Overlaps {
    private Overlaps() {
    }

    /** A list that holds its own iterator is changed after that was made. */
    public static int count(Iterator<Object> items) {
        int count = 0;
        while (items.hasNext()) {
            Object item = items.next();
            count += item == items ? 10 : 1;
        }
        return count;
    }

    /** Whose list cannot hold it: it is made of that. */
    public static final class First {
        private final Object first;

        /** Of a list with something in it. */
        public First(List<Object> items) {
            if (items.isEmpty()) {
                throw new IllegalArgumentException("nothing");
            }
            first = items.get(0);
        }

        /** Whether it holds itself. */
        public boolean isItself() {
            return first == this;
        }
    }

    /** Whoever calls this with raw types may mean either. */
    public static <K, V> int size(Map<K, V> map, V other) {
        return other == null ? 0 : map.size();
    }

    /** This one too. */
    public static <K, V> int size(Map<K, V> map, Supplier<? extends V> other) {
        return other == null ? -1 : map.size();
    }

    /** A class whose parameter is bound. */
    public static final class Sorted<K extends Comparable<K>> {
        private K least;

        /** Takes one. */
        public void add(K key) {
            least = least == null || key.compareTo(least) < 0 ? key : least;
        }

        /** Makes what walks over it. */
        public Walk walk() {
            return new Walk();
        }

        /** What walks over it. */
        public final class Walk {
            private Walk() {
            }

            /** The first. */
            public Entry<K> next() {
                return new Entry<>(least);
            }
        }
    }

    /** One of it. */
    public static final class Entry<K extends Comparable<K>> {
        private final K key;

        Entry(K key) {
            this.key = key;
        }

        /** What it is. */
        public K key() {
            return key;
        }
    }
}
