// Boxing, unboxing, the caches behind ==, equals across types, numbers in collections, ternary unboxing.
import java.util.ArrayList;
import java.util.List;

public class Boxing {
    static Object identity(Object o) {
        return o;
    }

    static String overload(long x) { return "long"; }
    static String overload(Integer x) { return "Integer"; }
    static String overload(Object x) { return "Object"; }

    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128, e = -128, f = -128, g = -129, h = -129;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (e == f) + " " + (g == h) + " " + (c <= d && c >= d));
        Long l = 127L, m = 127L, n = 128L, o = 128L;
        System.out.println((l == m) + " " + (n == o) + " " + l.equals(127) + " " + l.equals(127L) + " " + (l == 127));
        Byte p = (byte) 200, q = (byte) 200;
        Short r = 100, s = 100;
        Character t = 'x', u = 'x';
        Boolean v = true, w = Boolean.valueOf("true");
        System.out.println((p == q) + " " + (r == s) + " " + (t == u) + " " + (v == w));
        Double x = 0.0, y = -0.0, z = Double.NaN;
        System.out.println(x.equals(y) + " " + ((double) x == y) + " " + z.equals(Double.NaN) + " " + (z == (double) z) + " " + x.compareTo(y));
        System.out.println(identity(5).getClass().getName() + " " + identity('c').getClass().getName() + " " + identity(5L).getClass().getSimpleName() + " " + identity(1.5f).getClass().getSimpleName() + " " + identity((short) 1).getClass().getSimpleName() + " " + identity(true).getClass().getSimpleName());
        System.out.println(overload(5) + " " + overload(Integer.valueOf(5)) + " " + overload('c') + " " + overload(5.0) + " " + overload((byte) 1));
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            list.add(i * i);
        }
        list.remove(3);
        list.remove(Integer.valueOf(49));
        int sum = 0;
        for (int i : list) {
            sum += i;
        }
        System.out.println(list + " " + sum + " " + list.contains(25) + " " + list.indexOf(64));
        Integer nothing = null;
        try {
            int bad = nothing;
            System.out.println(bad);
        } catch (NullPointerException ex) {
            System.out.println("unboxed null");
        }
        boolean flag = args.length == 0;
        Object mixed = flag ? 1 : 2.0;
        Object kept = flag ? (Object) 1 : 2.0;
        System.out.println(mixed + " " + kept);
        Integer counter = 0;
        for (int i = 0; i < 1000; i++) {
            counter++;
        }
        counter += 5;
        System.out.println(counter + " " + -counter + " " + ~counter + " " + (counter >> 2));
        Number number = 3.99;
        System.out.println(number.intValue() + " " + number.longValue() + " " + number.floatValue() + " " + number.byteValue() + " " + Double.valueOf(1e20).intValue() + " " + Integer.valueOf(300).byteValue());
        int[] primitive = {3, 1, 2};
        Integer[] boxed = new Integer[3];
        for (int i = 0; i < 3; i++) {
            boxed[i] = primitive[i];
        }
        boxed[0] += boxed[1]++;
        System.out.println(boxed[0] + " " + boxed[1] + " " + a.hashCode() + " " + l.hashCode() + " " + Double.hashCode(1.5) + " " + Float.hashCode(1.5f) + " " + t.hashCode());
        char ch = t;
        ch++;
        long wide = a;
        double wider = a;
        System.out.println(ch + " " + wide + " " + wider);
    }
}
