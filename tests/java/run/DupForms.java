// Assignments used as values, on locals, fields, statics and elements of one- and two-slot types: every dup form.
public class DupForms {
    int i;
    long l;
    double d;
    static int si;
    static long sl;
    String text = "";

    DupForms self() {
        si++;
        return this;
    }

    static int[] ints = new int[3];
    static long[] longs = new long[3];
    static double[] doubles = new double[3];

    public static void main(String[] args) {
        DupForms o = new DupForms();
        int a = o.i = si = ints[1] = 5;
        long b = o.l = sl = longs[2] = 1L << 35;
        double c = o.d = doubles[0] = 2.5;
        System.out.println(a + " " + b + " " + c + " " + o.i + " " + o.l + " " + o.d + " " + si + " " + sl + " " + ints[1] + " " + longs[2] + " " + doubles[0]);
        System.out.println((o.i += 3) + " " + (o.l -= 3) + " " + (o.d *= 3) + " " + (si <<= 2) + " " + (sl >>= 3) + " " + (ints[1] ^= 7) + " " + (longs[2] |= 9) + " " + (doubles[0] /= 4));
        System.out.println(o.self().i++ + o.self().l++ + o.self().d++ + " " + si);
        System.out.println(++o.self().i + ++o.self().l + ++o.self().d + " " + si);
        long m = longs[(int) (longs[0] = 1)] = longs[2]++ + ++longs[2];
        System.out.println(m + " " + longs[0] + " " + longs[1] + " " + longs[2]);
        o.self().text += "a" + (o.text += "b") + o.text;
        System.out.println(o.text + " " + si);
        String[] names = {"x", "y"};
        int k = 0;
        names[k++] += names[k] += "z";
        System.out.println(names[0] + " " + names[1] + " " + k);
        Integer boxed = 5;
        Integer old = boxed++;
        Long[] boxes = {1L, 2L};
        boxes[1] += boxes[0]++;
        System.out.println(old + " " + boxed + " " + boxes[0] + " " + boxes[1]);
        long x = 1, y = 2, t;
        t = x + (x = y) + (y = t = 10);
        System.out.println(x + " " + y + " " + t);
        new DupForms();
        o.self();
        System.out.println(new DupForms().self().self().i + si);
        doubles[ints.length - 1] = doubles[1] = ints[0] = 'A';
        System.out.println(doubles[2] + " " + doubles[1] + " " + ints[0]);
    }
}
