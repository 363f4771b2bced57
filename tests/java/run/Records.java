// Records: accessors, generated equals, hashCode and toString over all component types, compact constructors, generics.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Records {
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);

        Point {
            if (x < -100) {
                throw new IllegalArgumentException("x " + x);
            }
        }

        Point(int both) {
            this(both, both);
        }

        double distance() {
            return Math.sqrt(x * x + y * y);
        }

        static Point parse(String text) {
            String[] parts = text.split(",");
            return new Point(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        }
    }

    record All(boolean z, byte b, char c, short s, int i, long l, float f, double d, String t, int[] a) { }

    record Empty() { }

    record Pair<A, B>(A first, B second) {
        <C> Pair<A, C> with(C other) {
            return new Pair<>(first, other);
        }
    }

    record Range(int low, int high) implements Comparable<Range> {
        Range {
            if (low > high) {
                int t = low;
                low = high;
                high = t;
            }
        }

        @Override
        public int compareTo(Range other) {
            return Integer.compare(low, other.low);
        }

        public int low() {
            return low * 10;
        }
    }

    public static void main(String[] args) {
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.x() + " " + p.distance() + " " + p.equals(new Point(3, 4)) + " " + p.equals(new Point(4)) + " " + p.equals(null) + " " + p.hashCode() + " " + Point.ORIGIN);
        System.out.println(Point.parse("7,8"));
        try {
            new Point(-101, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        All all = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5.5f, -0.0, "text", null);
        System.out.println(all);
        System.out.println(all.hashCode());
        System.out.println(all.equals(new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5.5f, 0.0, "text", null)));
        System.out.println(all.equals(new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5.5f, -0.0, "te" + "xt", null)));
        All nan = new All(false, (byte) 0, 'n', (short) 0, 0, 0L, Float.NaN, Double.NaN, null, null);
        System.out.println(nan.equals(new All(false, (byte) 0, 'n', (short) 0, 0, 0L, Float.NaN, Double.NaN, null, null)) + " " + nan.hashCode());
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
        Pair<String, Pair<Integer, List<Point>>> nested = new Pair<>("k", new Pair<>(1, List.of(p, Point.ORIGIN)));
        System.out.println(nested + " " + nested.hashCode() + " " + nested.with(5).with('c') + " " + nested.second().second().get(0).y());
        Range r = new Range(9, 2);
        System.out.println(r + " " + r.low() + " " + r.high() + " " + r.compareTo(new Range(3, 3)));
        Map<Point, String> map = new HashMap<>();
        for (int i = 0; i < 5; i++) {
            map.put(new Point(i, i * i), "v" + i);
        }
        System.out.println(map.get(new Point(2, 4)) + map.get(new Point(2, 5)) + map.size());
        List<Range> ranges = new ArrayList<>(List.of(new Range(5, 6), new Range(1, 9), new Range(3, 4)));
        ranges.sort(null);
        System.out.println(ranges);
        record Local(String name, int count) { }
        Local local = new Local("here", 2);
        System.out.println(local + " " + local.getClass().getName() + " " + local.getClass().isRecord());
    }
}
