package subjects;

/** Arithmetic of all widths. */
public final class Bits {
    private Bits() {}

    public static int shifts(int a, int s) {
        int left = a << s;
        int right = a >> s;
        int logical = a >>> s;
        return left == right ? 0 : right == logical ? 1 : 2;
    }

    public static boolean longShift(long a, int s) {
        return a << s == 64L;
    }

    public static int narrow(int a) {
        byte b = (byte) a;
        short s = (short) a;
        char c = (char) a;
        if (b == a) {
            return 1;
        }
        if (s == a) {
            return 2;
        }
        return c == a ? 3 : 4;
    }

    public static byte inc(byte b) {
        b++;
        return b < 0 ? (byte) (b >> 1) : b;
    }

    public static boolean chars(char c) {
        return c >= 'a' && c <= 'z' || c == '_';
    }

    public static int compound(short s, byte b) {
        s += b;
        return s > 0 ? 1 : s < 0 ? -1 : 0;
    }

    public static int ones(byte b) {
        int n = 0;
        for (int bits = b & 0xff; bits != 0; bits &= bits - 1) {
            n++;
        }
        return n;
    }

    public static boolean overflow(int a, int b) {
        int sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0;
    }

    public static int divisions(int a) {
        if (a / 7 == 3 && a % 7 == 2) {
            return 1;
        }
        return a / -2 == -5 ? 2 : a % 3 == -1 ? 3 : 4;
    }

    public static boolean mixed(long l, int i) {
        return l > Integer.MAX_VALUE && (int) l == i;
    }

    public static boolean both(boolean a, boolean b) {
        return a ^ b | a & !b;
    }
}
