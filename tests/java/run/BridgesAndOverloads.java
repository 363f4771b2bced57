// Covariant returns, bridge methods, overload versus override, private and package methods, super chains.
import java.util.Comparator;
import java.util.concurrent.Callable;

public class BridgesAndOverloads {
    static class Shape implements Comparable<Shape>, Cloneable {
        final int size;

        Shape(int size) {
            this.size = size;
        }

        Number measure() {
            return size;
        }

        Shape grow() {
            return new Shape(size + 1);
        }

        @Override
        public int compareTo(Shape o) {
            return size - o.size;
        }

        boolean equals(Shape other) {
            return other.size == size;
        }

        String call(Object o) { return "Shape.Object"; }
        String call(String s) { return "Shape.String"; }
    }

    static class Round extends Shape {
        Round(int size) {
            super(size);
        }

        @Override
        Double measure() {
            return super.measure().doubleValue() * 3.14;
        }

        @Override
        Round grow() {
            return new Round(super.grow().size * 2);
        }

        @Override
        String call(Object o) { return "Round.Object/" + super.call(o); }
        String call(Integer i) { return "Round.Integer"; }
    }

    interface Source<T> {
        T get();

        default T twice() {
            get();
            return get();
        }
    }

    static class Counter implements Source<Integer>, Callable<Integer> {
        int n;

        @Override
        public Integer get() {
            return ++n;
        }

        @Override
        public Integer call() {
            return n * 100;
        }
    }

    static class ByLength implements Comparator<String> {
        @Override
        public int compare(String a, String b) {
            return a.length() - b.length();
        }
    }

    static class Top {
        String path() { return "top"; }
    }

    static class Middle extends Top {
    }

    static class Bottom extends Middle {
        @Override
        String path() { return "bottom>" + super.path(); }
    }

    public static void main(String[] args) throws Exception {
        Shape r = new Round(3);
        System.out.println(r.measure() + " " + r.grow().size + " " + r.grow().getClass().getSimpleName() + " " + r.compareTo(new Shape(1)));
        Object o = "text";
        System.out.println(r.call(o) + " " + r.call("s") + " " + r.call((Object) 5) + " " + new Round(1).call(5) + " " + new Round(1).call('c') + " " + r.call(null));
        System.out.println(r.equals(new Shape(3)) + " " + r.equals((Object) new Shape(3)));
        @SuppressWarnings({"unchecked", "rawtypes"})
        Comparable<Object> raw = (Comparable) r;
        try {
            raw.compareTo("string");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Source<Integer> s = new Counter();
        Object got = s.twice();
        System.out.println(got + " " + ((Callable<?>) s).call());
        Comparator<String> c = new ByLength();
        System.out.println(c.compare("a", "bbb") + " " + c.reversed().compare("a", "bbb") + " " + c.thenComparing(Comparator.naturalOrder()).compare("x", "a"));
        System.out.println(new Bottom().path());
        char ch = 'a';
        byte b = 1;
        System.out.println(pick(ch) + pick(b) + pick(1L) + pick(1f) + pick(ch, 1) + pick((Character) ch));
    }

    static String pick(int i) { return "int "; }
    static String pick(double d) { return "double "; }
    static String pick(Object o) { return "object "; }
    static String pick(Object... os) { return "objects" + os.length + " "; }
}
