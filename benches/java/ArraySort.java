// Heap sort of an int array, over and over: array reads and writes with bounds checks, and static calls.
public class ArraySort {
    static void sift(int[] a, int root, int end) {
        int value = a[root];
        int child;
        while ((child = 2 * root + 1) < end) {
            if (child + 1 < end && a[child] < a[child + 1]) {
                child++;
            }
            if (value >= a[child]) {
                break;
            }
            a[root] = a[child];
            root = child;
        }
        a[root] = value;
    }

    static void sort(int[] a) {
        for (int i = a.length / 2 - 1; i >= 0; i--) {
            sift(a, i, a.length);
        }
        for (int end = a.length - 1; end > 0; end--) {
            int top = a[0];
            a[0] = a[end];
            a[end] = top;
            sift(a, 0, end);
        }
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 60;
        int[] a = new int[10_000];
        int seed = 42;
        long checksum = 0;
        for (int r = 0; r < rounds; r++) {
            for (int i = 0; i < a.length; i++) {
                seed = seed * 1664525 + 1013904223;
                a[i] = seed >>> 4;
            }
            sort(a);
            checksum = checksum * 31 + a[a.length / 2] - a[0];
        }
        System.out.println(checksum);
    }
}
