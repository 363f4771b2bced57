package subjects;

/** Arrays with indices and lengths of the input. */
public final class Vectors {
    private Vectors() {}

    public static int pick(int[] a, int i) {
        return a[i] > 5 ? 1 : 0;
    }

    public static boolean put(int[] a, int i, int j) {
        a[i] = 7;
        return a[j] == 7;
    }

    public static boolean alias(int[] a, int[] b) {
        a[0] = 1;
        b[0] = 2;
        return a[0] == 2;
    }

    public static String names(String[] names, int i) {
        return names[i] == null ? "?" : names[i];
    }

    public static int[] firstHalf(int[] a) {
        int[] half = new int[a.length / 2];
        for (int i = 0; i < half.length; i++) {
            half[i] = a[i];
        }
        return half;
    }

    public static boolean[] flags(boolean[] f, int i) {
        boolean[] copy = f.clone();
        copy[i] = !copy[i];
        return copy;
    }

    public static Object[] wrap(Object o, int n) {
        Object[] all = n > 1 ? new String[1] : new Object[1];
        all[0] = o;
        return all;
    }

    public static int max(int... values) {
        int max = Integer.MIN_VALUE;
        for (int value : values) {
            max = Math.max(max, value);
        }
        return max;
    }

    public static char[] copy(char[] from, int n) {
        char[] to = new char[3];
        System.arraycopy(from, 0, to, 0, n);
        return to;
    }
}
