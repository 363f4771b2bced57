// Iterators, ConcurrentModificationException, user-written Iterable, ListIterator and Spliterator-free for-each.
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;

public class Iterators {
    static class Range implements Iterable<Integer> {
        final int low;
        final int high;

        Range(int low, int high) {
            this.low = low;
            this.high = high;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int next = low;

                @Override
                public boolean hasNext() {
                    return next < high;
                }

                @Override
                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException("past " + high);
                    }
                    return next++;
                }
            };
        }
    }

    static class Filter<T> implements Iterable<T> {
        final Iterable<T> source;
        final java.util.function.Predicate<T> test;

        Filter(Iterable<T> source, java.util.function.Predicate<T> test) {
            this.source = source;
            this.test = test;
        }

        @Override
        public Iterator<T> iterator() {
            Iterator<T> it = source.iterator();
            return new Iterator<T>() {
                T ready;
                boolean has = advance();

                boolean advance() {
                    while (it.hasNext()) {
                        ready = it.next();
                        if (test.test(ready)) {
                            return true;
                        }
                    }
                    return false;
                }

                @Override
                public boolean hasNext() {
                    return has;
                }

                @Override
                public T next() {
                    T result = ready;
                    has = advance();
                    return result;
                }
            };
        }
    }

    interface Action {
        void run();
    }

    static void expect(String name, Action action) {
        try {
            action.run();
            System.out.println(name + ": fine");
        } catch (ConcurrentModificationException | IllegalStateException | UnsupportedOperationException | NoSuchElementException e) {
            System.out.println(name + ": " + e);
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i : new Range(3, 8)) {
            sum = sum * 10 + i;
        }
        System.out.println(sum);
        for (int i : new Filter<>(new Filter<>(new Range(0, 50), n -> n % 3 == 0), n -> n % 2 == 1)) {
            System.out.print(i + " ");
        }
        System.out.println();
        new Range(0, 3).forEach(i -> System.out.print(i + ","));
        new Range(5, 8).iterator().forEachRemaining(i -> System.out.print(i + ";"));
        System.out.println();
        expect("past the end", () -> new Range(1, 1).iterator().next());
        expect("remove unsupported", () -> {
            Iterator<Integer> it = new Range(0, 2).iterator();
            it.next();
            it.remove();
        });
        expect("array list", () -> {
            List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
            for (Integer i : list) {
                if (i == 2) {
                    list.remove(i);
                }
            }
        });
        expect("array list, last but one", () -> {
            List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
            for (Integer i : list) {
                if (i == 2) {
                    list.remove(i);
                }
            }
        });
        expect("linked list", () -> {
            List<Integer> list = new LinkedList<>(List.of(1, 2, 3));
            for (Integer i : list) {
                list.add(i);
            }
        });
        expect("hash map", () -> {
            Map<Integer, Integer> map = new HashMap<>(Map.of(1, 1, 2, 2));
            for (Integer k : map.keySet()) {
                map.put(k + 10, k);
            }
        });
        expect("hash map overwrite", () -> {
            Map<Integer, Integer> map = new HashMap<>(Map.of(1, 1, 2, 2));
            for (Integer k : map.keySet()) {
                map.put(k, k + 1);
            }
        });
        expect("tree map", () -> {
            Map<Integer, Integer> map = new TreeMap<>(Map.of(1, 1, 2, 2));
            for (Map.Entry<Integer, Integer> e : map.entrySet()) {
                map.remove(e.getKey());
            }
        });
        expect("computeIfAbsent", () -> {
            Map<Integer, Integer> map = new HashMap<>();
            map.computeIfAbsent(1, k -> map.put(2, 2) == null ? 5 : 6);
        });
        expect("sublist", () -> {
            List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
            List<Integer> sub = list.subList(0, 2);
            list.add(4);
            sub.size();
        });
        expect("remove twice", () -> {
            Iterator<Integer> it = new ArrayList<>(List.of(1, 2)).iterator();
            it.next();
            it.remove();
            it.remove();
        });
        expect("forEach", () -> {
            List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
            list.forEach(i -> list.remove(0));
        });
    }
}
