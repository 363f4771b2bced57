// Arrays.sort on every type, with sizes on both sides of each algorithm's thresholds.
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;

public class ArraysSort {
    static int seed = 12345;

    static int next() {
        seed = seed * 1103515245 + 12345;
        return seed >>> 8;
    }

    record Item(int key, int order) { }

    public static void main(String[] args) {
        for (int size : new int[] {0, 1, 2, 10, 45, 50, 120, 300, 700}) {
            int[] a = new int[size];
            for (int i = 0; i < size; i++) {
                a[i] = next() % 1000 - 500;
            }
            int[] range = a.clone();
            Arrays.sort(a);
            if (size > 3) {
                Arrays.sort(range, 1, size - 1);
            }
            System.out.println(size + " " + Arrays.hashCode(a) + " " + Arrays.hashCode(range));
        }
        int[] ascending = new int[500];
        int[] sawtooth = new int[500];
        for (int i = 0; i < 500; i++) {
            ascending[i] = 500 - i;
            sawtooth[i] = i % 50;
        }
        Arrays.sort(ascending);
        Arrays.sort(sawtooth);
        System.out.println(Arrays.hashCode(ascending) + " " + Arrays.hashCode(sawtooth));
        byte[] bytes = new byte[300];
        short[] shorts = new short[100];
        char[] chars = "the quick brown fox jumps over the lazy dog".toCharArray();
        long[] longs = new long[120];
        double[] doubles = {3.5, Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, -1, 1e10, Double.NaN, 2};
        float[] floats = {2f, -0f, 0f, Float.NaN, -3f};
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) next();
            shorts[i % 100] = (short) next();
            longs[i % 120] = (long) next() * next() - next();
        }
        Arrays.sort(bytes);
        Arrays.sort(shorts);
        Arrays.sort(chars);
        Arrays.sort(longs);
        Arrays.sort(doubles);
        Arrays.sort(floats);
        System.out.println(Arrays.hashCode(bytes) + " " + Arrays.hashCode(shorts) + " " + new String(chars).trim() + " " + Arrays.hashCode(longs) + " " + Arrays.toString(doubles) + " " + Arrays.toString(floats));
        String[] words = "pear Apple fig banana cherry Date".split(" ");
        Arrays.sort(words);
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER);
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.toString(words));
        Integer[] boxed = {5, 3, 9, 1};
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.toString(boxed));
        Item[] items = new Item[400];
        for (int i = 0; i < items.length; i++) {
            items[i] = new Item(next() % 20, i);
        }
        Arrays.sort(items, Comparator.comparingInt(Item::key));
        boolean stable = true;
        int hash = 0;
        for (int i = 1; i < items.length; i++) {
            stable &= items[i - 1].key() < items[i].key() || items[i - 1].order() < items[i].order();
            hash = hash * 31 + items[i].order();
        }
        System.out.println(stable + " " + hash);
        try {
            Arrays.sort(new Object[] {"a", 1});
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.sort(new int[3], 2, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
