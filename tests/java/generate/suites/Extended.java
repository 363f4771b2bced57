import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Classes that a test extends: what their type arguments say stands in what it overrides. */
public class Extended {
    /** A table by keys. */
    public interface Table<K, V> {
        V put(K key, V value);

        V get(K key);

        int size();
    }

    /** Implements what it can with numbers, which only its type argument says. */
    public abstract static class Counts<K> implements Table<K, Long> {
        private long changes;

        @Override
        public Long put(K key, Long value) {
            changes++;
            return value;
        }

        public boolean isLarge() {
            return size() > 3 || changes > 1;
        }
    }

    /** Says what the type parameter is, but does not implement what has it. */
    public abstract static class Names implements Table<String, String> {
        private final String prefix;

        protected Names(String prefix) {
            this.prefix = prefix;
        }

        public boolean has(String key) {
            return get(prefix + key) != null;
        }
    }

    public static <K> long total(Counts<K> counts) {
        return counts.isLarge() ? counts.size() : 0;
    }

    /** A wildcard inside a type argument must be the same to the letter. */
    public static int lengths(List<List<? extends CharSequence>> lists) {
        int sum = 0;
        for (List<? extends CharSequence> list : lists) {
            sum += list.size();
        }
        return sum;
    }

    public static <T> List<T> firsts(T value, Function<? super T, List<? extends T>> function) {
        return new ArrayList<>(function.apply(value));
    }
}
