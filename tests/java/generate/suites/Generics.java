import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Generic classes and methods of all kinds: what their tests declare needs type arguments. */
public class Generics {
    /** Of two parameters, without bounds. */
    public static class Pair<A, B> {
        private final A first;
        private B second;

        public Pair(A first, B second) {
            this.first = first;
            this.second = second;
        }

        public static <T> Pair<T, T> twice(T of) {
            return new Pair<>(of, of);
        }

        public A getFirst() {
            return first;
        }

        public B replace(B by) {
            B before = second;
            second = by == null ? before : by;
            return before;
        }

        public Pair<B, A> swap() {
            return second == null ? null : new Pair<>(second, first);
        }

        public boolean isLike(Pair<A, B> other) {
            return other != null && other.first == first;
        }

        public <C> Pair<A, C> map(Function<? super B, ? extends C> f) {
            return new Pair<>(first, f.apply(second));
        }

        public boolean test(Comparator<A> by, A against) {
            return by.compare(first, against) < 0;
        }

        public int count(Collection<? extends A> of, Map<String, List<A>> more) {
            return of.size() > 1 ? 2 : more.containsKey("x") ? 1 : 0;
        }
    }

    /** With bounds. */
    public static class Range<T extends Comparable<T>> {
        private final T low;
        private final T high;

        public Range(T low, T high) {
            if (low.compareTo(high) > 0) {
                throw new IllegalArgumentException("reversed");
            }
            this.low = low;
            this.high = high;
        }

        public boolean contains(T it) {
            return low.compareTo(it) <= 0 && it.compareTo(high) <= 0;
        }

        public Optional<Range<T>> meet(Range<T> other) {
            T from = low.compareTo(other.low) < 0 ? other.low : low;
            T to = high.compareTo(other.high) < 0 ? high : other.high;
            return from.compareTo(to) <= 0 ? Optional.of(new Range<>(from, to)) : Optional.empty();
        }
    }

    /** Says what a parameter is. */
    public static class Names extends Pair<String, Integer> {
        public Names(String name, Integer number) {
            super(name, number);
        }

        public String describe(List<String> words, Map<String, Integer> numbers) {
            Integer number = numbers.get(getFirst());
            if (number != null && number > 3) {
                return "many";
            }
            return words.isEmpty() ? "nothing" : words.get(0);
        }
    }

    /** A list of nodes, which are inner objects. */
    public static class Chain<E> implements Iterable<E> {
        private class Node {
            E item;
            Node next;
        }

        private Node head;
        private int size;

        public void push(E item) {
            Node node = new Node();
            node.item = item;
            node.next = head;
            head = node;
            size++;
        }

        public E pop() {
            if (head == null) {
                throw new IllegalStateException("empty");
            }
            E item = head.item;
            head = head.next;
            size--;
            return item;
        }

        public int size() {
            return size;
        }

        public void pushAll(Iterable<? extends E> items) {
            for (E item : items) {
                push(item);
            }
        }

        public boolean removeIf(Predicate<? super E> filter) {
            return head != null && filter.test(head.item) && pop() != null;
        }

        @Override
        public Iterator<E> iterator() {
            List<E> all = new ArrayList<>();
            for (Node node = head; node != null; node = node.next) {
                all.add(node.item);
            }
            return all.iterator();
        }
    }

    /** An interface with a parameter, and a class that needs one. */
    public interface Store<K, V> {
        V load(K key);

        boolean save(K key, V value);
    }

    /** Uses a store of texts. */
    public static class Service {
        private final Store<String, Integer> store;

        public Service(Store<String, Integer> store) {
            this.store = store;
        }

        public int next(String key) {
            Integer known = store.load(key);
            int next = known == null ? 1 : known + 1;
            return store.save(key, next) ? next : -1;
        }
    }

    public static int total(List<Integer> numbers, Set<Long> more) {
        int sum = 0;
        for (int number : numbers) {
            sum += number > 10 ? 10 : number;
        }
        return more.contains(5L) ? -sum : sum;
    }

    public static Map<String, List<Integer>> index(List<List<String>> rows) {
        Map<String, List<Integer>> found = new HashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            for (String word : rows.get(i)) {
                found.computeIfAbsent(word, any -> new ArrayList<>()).add(i);
            }
        }
        return found;
    }

    public static <T extends Comparable<T>> T largest(List<T> of) {
        T best = of.get(0);
        for (T it : of) {
            best = it.compareTo(best) > 0 ? it : best;
        }
        return best;
    }

    public static <T> Optional<T> first(Collection<T> of, Predicate<T> wanted) {
        for (T it : of) {
            if (wanted.test(it)) {
                return Optional.of(it);
            }
        }
        return Optional.empty();
    }

    public static String choose(Supplier<String> one, BiFunction<Integer, String, String> two, int n) {
        return n > 0 ? one.get() : two.apply(n, "x");
    }

    public static List<? extends Number> widen(Optional<Integer> number) {
        return number.isPresent() ? List.of(number.get()) : List.of(1.5);
    }

    @SafeVarargs
    public static <T> int varied(T... all) {
        return all.length > 2 ? 1 : 0;
    }
}
