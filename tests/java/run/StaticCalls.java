// Static calls with many parameters of mixed sizes, overload resolution, and every return type.
public class StaticCalls {
    static String mixed(byte a, long b, char c, double d, short e, float f, int g, boolean h, Object i, long j) {
        return a + "," + b + "," + c + "," + d + "," + e + "," + f + "," + g + "," + h + "," + i + "," + j;
    }

    static String which(int x) { return "int"; }
    static String which(long x) { return "long"; }
    static String which(double x) { return "double"; }
    static String which(Object x) { return "Object"; }
    static String which(Integer x) { return "Integer"; }
    static String which(int... x) { return "int..." + x.length; }
    static String which(String x) { return "String"; }

    static byte asByte(int x) { return (byte) x; }
    static short asShort(int x) { return (short) x; }
    static char asChar(int x) { return (char) x; }
    static boolean asBoolean(int x) { return x > 0; }
    static float asFloat(int x) { return x / 3f; }
    static double asDouble(int x) { return x / 3.0; }
    static long asLong(int x) { return x * 3000000000L; }

    static int sum(int... xs) {
        int sum = 0;
        for (int x : xs) {
            sum += x;
        }
        return sum;
    }

    static String join(String separator, Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            text.append(separator).append(part);
        }
        return parts.length + text.toString();
    }

    static int order(int x) {
        System.out.print("<" + x + ">");
        return x;
    }

    public static void main(String[] args) {
        System.out.println(mixed((byte) -5, 1L << 40, 'q', 2.5, (short) 300, 0.125f, -7, true, "obj", -9L));
        byte b = 1;
        short s = 2;
        char c = 'c';
        System.out.println(which(b) + " " + which(s) + " " + which(c) + " " + which(1) + " " + which(1L) + " " + which(1f) + " " + which(1.0));
        System.out.println(which("s") + " " + which(Integer.valueOf(1)) + " " + which(Long.valueOf(1)) + " " + which() + " " + which(1, 2, 3));
        System.out.println(asByte(300) + " " + asShort(70000) + " " + asChar(65601) + " " + asBoolean(0) + " " + asBoolean(2));
        System.out.println(asFloat(10) + " " + asDouble(10) + " " + asLong(10));
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(new int[] {4, 5}));
        System.out.println(join("-") + " " + join("-", 1, 'c', null, 2.0) + " " + join("-", (Object[]) new String[] {"a", "b"}));
        System.out.println(order(1) + order(2) * order(3) - order(4));
        int x = order(5) > 4 && order(6) < 6 || order(7) == 7 ? order(8) : order(9);
        System.out.println(x);
    }
}
