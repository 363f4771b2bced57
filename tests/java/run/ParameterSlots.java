// Parameters of every type reassigned in the first local slots and beyond, where short forms of load and store are used.
public class ParameterSlots {
    static int ints(int a, int b, int c, int d, int e) {
        a = b + 1;
        b = c + 1;
        c = d + 1;
        d = e + 1;
        e = a * b;
        return a + 10 * b + 100 * c + 1000 * d + 10000 * e;
    }

    static long longs(long a, long b, long c) {
        a = b - c;
        b = c - a;
        c = a - b;
        return a * 1000000 + b * 1000 + c;
    }

    static long shifted(int i, long a, long b) {
        a = b + i;
        b = a + i;
        return a * 1000 + b;
    }

    static float floats(float a, float b, float c, float d, float e) {
        a = b * 2;
        b = c * 2;
        c = d * 2;
        d = e * 2;
        e = a + b;
        return a + 10 * b + 100 * c + 1000 * d + 0.5f * e;
    }

    static double doubles(double a, double b, double c) {
        a = b / 2;
        b = c / 2;
        c = a / 2;
        return a + 10 * b + 100 * c;
    }

    static double moved(boolean z, double a, double b) {
        a = z ? b : a;
        b = a + 1;
        return a * b;
    }

    static String references(String a, Object b, int[] c, String d, String e) {
        a = d;
        b = a;
        c = new int[] {c[0] + 1};
        d = e;
        e = a + b;
        return a + b + c[0] + d + e;
    }

    static String mixed(byte b, double d, short s, long l, char c, float f, boolean z) {
        b += d;
        d += s;
        s += l;
        l += c;
        c += f;
        f += b;
        z = !z;
        return b + " " + d + " " + s + " " + l + " " + c + " " + f + " " + z;
    }

    public static void main(String[] args) {
        System.out.println(ints(1, 2, 3, 4, 5));
        System.out.println(longs(1, 20, 300) + " " + shifted(1, 20, 300));
        System.out.println(floats(1.5f, 2.5f, 3.5f, 4.5f, 5.5f));
        System.out.println(doubles(1, 2, 4) + " " + moved(true, 1, 2) + " " + moved(false, 1, 2));
        System.out.println(references("a", "b", new int[] {41}, "d", "e"));
        System.out.println(mixed((byte) 127, 1.9, (short) 32767, 1L, 'a', 2.5f, true));
    }
}
