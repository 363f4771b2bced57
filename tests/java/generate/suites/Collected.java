import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/** Classes that extend collections: what they inherit fills them. */
public class Collected {
    /** Has a method of its own that fills it, besides those above. */
    public static class Bag<T> extends ArrayList<T> {
        private static final long serialVersionUID = 1;

        public int countOf(T wanted) {
            int count = 0;
            for (T element : this) {
                if (Objects.equals(element, wanted)) {
                    count++;
                }
            }
            return count;
        }

        public boolean addIfAbsent(T element) {
            return !contains(element) && add(element);
        }
    }

    /** Says what the type parameters of the class above are. */
    public static class Tally extends HashMap<String, Integer> {
        private static final long serialVersionUID = 1;

        public boolean isKnown(String key) {
            return containsKey(key) && get(key) != null;
        }
    }

    /** Has no constructor without parameters, and drops what it holds. */
    public static class Recent<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;
        private final int most;

        public Recent(int most) {
            super(16, 0.75f, true);
            if (most < 1) {
                throw new IllegalArgumentException("most");
            }
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }

        public V getOr(K key, V other) {
            return containsKey(key) ? get(key) : other;
        }
    }

    /** Has a way of its own to be filled. */
    public static class Settings extends Properties {
        private static final long serialVersionUID = 1;

        public int number(String key, int other) {
            String text = getProperty(key);
            return text == null ? other : Integer.parseInt(text);
        }
    }

    /** Made of a currency, which one of a few texts names. */
    public static final class Price {
        private final long amount;
        private final Currency currency;

        private Price(long amount, Currency currency) {
            this.amount = amount;
            this.currency = Objects.requireNonNull(currency);
        }

        public static Price of(long amount, Currency currency) {
            return new Price(amount, currency);
        }

        public Price plus(Price other) {
            if (!currency.equals(other.currency)) {
                throw new IllegalArgumentException("another currency");
            }
            return new Price(amount + other.amount, currency);
        }

        public long amount() {
            return amount;
        }
    }
}
