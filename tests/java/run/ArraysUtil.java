// java.util.Arrays without sorting: fill, copy, compare, search, hash, text.
import java.util.Arrays;
import java.util.List;

public class ArraysUtil {
    public static void main(String[] args) {
        int[] a = new int[8];
        Arrays.fill(a, 7);
        Arrays.fill(a, 2, 5, -1);
        System.out.println(Arrays.toString(a) + " " + Arrays.hashCode(a) + " " + Arrays.stream(a).sum());
        System.out.println(Arrays.toString(Arrays.copyOf(a, 4)) + Arrays.toString(Arrays.copyOf(a, 10)) + Arrays.toString(Arrays.copyOfRange(a, 3, 6)) + Arrays.toString(Arrays.copyOfRange(a, 6, 11)));
        String[] names = Arrays.copyOf(new String[] {"x", "y"}, 3);
        System.out.println(Arrays.toString(names) + " " + Arrays.asList(names) + " " + Arrays.hashCode(names));
        System.out.println(Arrays.equals(new int[] {1, 2}, new int[] {1, 2}) + " " + Arrays.equals(new int[] {1, 2}, new int[] {1, 3}) + " " + Arrays.equals((int[]) null, null) + " " + Arrays.equals(new double[] {0.0}, new double[] {-0.0}) + " " + Arrays.equals(new double[] {Double.NaN}, new double[] {Double.NaN}) + " " + Arrays.equals(new String[] {"a"}, new String[] {new String("a")}));
        int[][] deep = {{1, 2}, {3}, null, {}};
        int[][] same = {{1, 2}, {3}, null, {}};
        System.out.println(Arrays.deepEquals(deep, same) + " " + Arrays.equals(deep, same) + " " + Arrays.deepToString(deep) + " " + Arrays.deepHashCode(deep));
        System.out.println(Arrays.deepToString(new Object[] {1, "two", new char[] {'3'}, new Object[] {4.0, null}, new boolean[][] {{true}, {false}}}));
        for (int at = 0; at < 4; at++) {
            long[] longs = {1, 2, 3, 4};
            double[] doubles = {1, Double.NaN, -0.0, 4};
            char[] chars = {'a', 'b', 'c', 'd'};
            long[] otherLongs = longs.clone();
            double[] otherDoubles = doubles.clone();
            char[] otherChars = chars.clone();
            otherLongs[at]++;
            otherDoubles[at]++;
            otherChars[at]++;
            System.out.println(Arrays.mismatch(longs, otherLongs) + " " + Arrays.mismatch(doubles, otherDoubles) + " " + Arrays.mismatch(chars, otherChars) + " " + Arrays.equals(longs, otherLongs) + " " + Arrays.equals(longs, 0, at, otherLongs, 0, at) + " " + Arrays.compare(longs, otherLongs) + " " + Arrays.equals(longs, at, 4, otherLongs, at, 4));
        }
        System.out.println(Arrays.mismatch(new int[] {1, 2, 3}, new int[] {1, 2, 4}) + " " + Arrays.mismatch(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 11}) + " " + Arrays.mismatch(new long[] {1}, new long[] {1}) + " " + Arrays.compare(new int[] {1, 2}, new int[] {1, 2, 3}) + " " + Arrays.compare(new String[] {"b"}, new String[] {"a"}));
        int[] squares = new int[10];
        Arrays.setAll(squares, i -> i * i);
        System.out.println(Arrays.toString(squares) + " " + Arrays.binarySearch(squares, 49) + " " + Arrays.binarySearch(squares, 50) + " " + Arrays.binarySearch(squares, 2, 5, 81) + " " + Arrays.binarySearch(squares, -1));
        Arrays.parallelPrefix(squares, Integer::sum);
        System.out.println(Arrays.toString(squares));
        System.out.println(Arrays.binarySearch(new String[] {"a", "c", "e"}, "c") + " " + Arrays.binarySearch(new double[] {1, 2, 3}, 2.5) + " " + Arrays.binarySearch(new char[] {'a', 'z'}, 'q'));
        List<String> view = Arrays.asList("c", "a", "b");
        view.set(0, "z");
        view.sort(null);
        System.out.println(view + " " + view.contains("z") + " " + view.getClass().getSimpleName());
        try {
            view.add("no");
        } catch (UnsupportedOperationException e) {
            System.out.println("fixed size");
        }
        System.out.println(Arrays.toString((int[]) null) + Arrays.toString(new long[] {1L}) + Arrays.toString(new float[] {1f}) + Arrays.toString(new double[] {.5}) + Arrays.toString(new char[] {'c'}) + Arrays.toString(new byte[] {1}) + Arrays.toString(new short[] {2}) + Arrays.toString(new boolean[] {true}) + Arrays.toString(new Object[0]));
        System.out.println(Arrays.hashCode(new long[] {1L << 40, 2}) + " " + Arrays.hashCode(new double[] {1.5}) + " " + Arrays.hashCode(new boolean[] {true, false}) + " " + Arrays.hashCode(new char[] {'a'}) + " " + Arrays.hashCode(new byte[] {-1, 5, 7, 9, 11, 13, 15, 17, 19}) + " " + Arrays.hashCode((int[]) null));
        try {
            Arrays.copyOfRange(a, 5, 3);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.fill(a, 5, 20, 0);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
