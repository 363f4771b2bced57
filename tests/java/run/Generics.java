// Bounded types, wildcards, generic methods and arrays, recursive bounds, bridge methods, heap pollution.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

public class Generics {
    static class Box<T> {
        private T value;

        Box(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }

        void set(T value) {
            this.value = value;
        }

        <R> Box<R> map(Function<? super T, ? extends R> f) {
            return new Box<>(f.apply(value));
        }
    }

    static class IntBox extends Box<Integer> {
        int sets;

        IntBox(int value) {
            super(value);
        }

        @Override
        Integer get() {
            return super.get() + 1000;
        }

        @Override
        void set(Integer value) {
            sets++;
            super.set(value);
        }
    }

    static <T extends Comparable<? super T>> T max(Collection<? extends T> items) {
        T best = null;
        for (T t : items) {
            if (best == null || t.compareTo(best) > 0) {
                best = t;
            }
        }
        return best;
    }

    static double sum(List<? extends Number> numbers) {
        double total = 0;
        for (Number n : numbers) {
            total += n.doubleValue();
        }
        return total;
    }

    static void fill(List<? super Integer> target, int count) {
        for (int i = 0; i < count; i++) {
            target.add(i);
        }
    }

    @SafeVarargs
    static <T> List<T> listOf(T... items) {
        return new ArrayList<>(Arrays.asList(items));
    }

    @SuppressWarnings("unchecked")
    static class Ring<E> {
        private final E[] items = (E[]) new Object[4];
        private int next;

        void add(E e) {
            items[next++ % items.length] = e;
        }

        E oldest() {
            return items[next % items.length];
        }
    }

    static abstract class Animal<A extends Animal<A>> implements Comparable<A> {
        int weight;

        abstract A self();

        A weighing(int w) {
            weight = w;
            return self();
        }

        @Override
        public int compareTo(A other) {
            return weight - other.weight;
        }
    }

    static class Cat extends Animal<Cat> {
        @Override
        Cat self() {
            return this;
        }

        @Override
        public String toString() {
            return "cat" + weight;
        }
    }

    interface Visitor<R> {
        R number(int n);
        R pair(Tree a, Tree b);
    }

    interface Tree {
        <R> R accept(Visitor<R> v);

        static Tree of(int n) {
            return new Tree() {
                @Override
                public <R> R accept(Visitor<R> v) {
                    return v.number(n);
                }
            };
        }

        static Tree of(Tree a, Tree b) {
            return new Tree() {
                @Override
                public <R> R accept(Visitor<R> v) {
                    return v.pair(a, b);
                }
            };
        }
    }

    public static void main(String[] args) {
        Box<String> box = new Box<>("text");
        System.out.println(box.map(String::length).map(n -> n * 2.5).get());
        IntBox ib = new IntBox(5);
        Box<Integer> up = ib;
        up.set(6);
        System.out.println(up.get() + " " + ib.sets + " " + up.map(n -> n + "!").get());
        System.out.println(max(List.of(3, 9, 4)) + " " + max(List.of("pear", "zoo", "fig")) + " " + max(List.of(new Cat().weighing(3), new Cat().weighing(8), new Cat().weighing(5))));
        System.out.println(sum(List.of(1, 2.5, 3L, 4f)));
        List<Object> objects = new ArrayList<>(List.of("first"));
        fill(objects, 3);
        System.out.println(objects + " " + listOf(1, "two", 3.0) + " " + listOf());
        Ring<String> ring = new Ring<>();
        for (String s : "a b c d e f".split(" ")) {
            ring.add(s);
        }
        System.out.println(ring.oldest());
        @SuppressWarnings({"rawtypes", "unchecked"})
        Object polluted = ((Box) box).map(o -> 5).get();
        System.out.println(polluted);
        @SuppressWarnings({"unchecked", "rawtypes"})
        Box<String> lie = (Box) new Box<>(42);
        try {
            String s = lie.get();
            System.out.println(s);
        } catch (ClassCastException e) {
            System.out.println("polluted: " + e.getMessage());
        }
        try {
            @SuppressWarnings({"unchecked", "rawtypes"})
            Box<Object> raw = (Box) ib;
            raw.set("not an integer");
        } catch (ClassCastException e) {
            System.out.println("bridge: " + e.getMessage());
        }
        Tree tree = Tree.of(Tree.of(1), Tree.of(Tree.of(2), Tree.of(3)));
        int total = tree.accept(new Visitor<Integer>() {
            @Override
            public Integer number(int n) {
                return n;
            }

            @Override
            public Integer pair(Tree a, Tree b) {
                return a.accept(this) + b.accept(this);
            }
        });
        String text = tree.<String>accept(new Visitor<>() {
            @Override
            public String number(int n) {
                return "" + n;
            }

            @Override
            public String pair(Tree a, Tree b) {
                return "(" + a.accept(this) + " " + b.accept(this) + ")";
            }
        });
        System.out.println(total + " " + text);
        List<? super Integer>[] array = listArray(2);
        array[0].add(7);
        System.out.println(array[0] + " " + array.length);
    }

    @SuppressWarnings("unchecked")
    static List<? super Integer>[] listArray(int n) {
        List<? super Integer>[] array = new List[n];
        for (int i = 0; i < n; i++) {
            array[i] = new ArrayList<Number>();
        }
        return array;
    }
}
