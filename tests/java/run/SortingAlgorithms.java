// Eight sorting algorithms written by hand, on the same data.
import java.util.Arrays;

public class SortingAlgorithms {
    static int[] data(int n) {
        int[] a = new int[n];
        int seed = 99;
        for (int i = 0; i < n; i++) {
            seed = seed * 1664525 + 1013904223;
            a[i] = (seed >>> 16) % 1000;
        }
        return a;
    }

    static void swap(int[] a, int i, int j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }

    static void bubble(int[] a) {
        boolean swapped;
        do {
            swapped = false;
            for (int i = 1; i < a.length; i++) {
                if (a[i - 1] > a[i]) {
                    swap(a, i - 1, i);
                    swapped = true;
                }
            }
        } while (swapped);
    }

    static void insertion(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int x = a[i];
            int j = i;
            while (j > 0 && a[j - 1] > x) {
                a[j] = a[--j];
            }
            a[j] = x;
        }
    }

    static void selection(int[] a) {
        for (int i = 0; i < a.length; i++) {
            int min = i;
            for (int j = i + 1; j < a.length; j++) {
                if (a[j] < a[min]) {
                    min = j;
                }
            }
            swap(a, i, min);
        }
    }

    static void quick(int[] a, int low, int high) {
        if (low >= high) {
            return;
        }
        int pivot = a[(low + high) >>> 1];
        int i = low;
        int j = high;
        while (i <= j) {
            while (a[i] < pivot) i++;
            while (a[j] > pivot) j--;
            if (i <= j) {
                swap(a, i++, j--);
            }
        }
        quick(a, low, j);
        quick(a, i, high);
    }

    static int[] merge(int[] a) {
        if (a.length < 2) {
            return a;
        }
        int[] left = merge(Arrays.copyOfRange(a, 0, a.length / 2));
        int[] right = merge(Arrays.copyOfRange(a, a.length / 2, a.length));
        int[] out = new int[a.length];
        for (int i = 0, j = 0, k = 0; k < out.length; k++) {
            out[k] = j >= right.length || i < left.length && left[i] <= right[j] ? left[i++] : right[j++];
        }
        return out;
    }

    static void heap(int[] a) {
        for (int i = a.length / 2 - 1; i >= 0; i--) {
            sift(a, i, a.length);
        }
        for (int end = a.length - 1; end > 0; end--) {
            swap(a, 0, end);
            sift(a, 0, end);
        }
    }

    static void sift(int[] a, int root, int end) {
        for (int child; (child = 2 * root + 1) < end; root = child) {
            if (child + 1 < end && a[child] < a[child + 1]) {
                child++;
            }
            if (a[root] >= a[child]) {
                return;
            }
            swap(a, root, child);
        }
    }

    static void shell(int[] a) {
        for (int gap = a.length / 2; gap > 0; gap /= 2) {
            for (int i = gap; i < a.length; i++) {
                for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap) {
                    swap(a, j, j - gap);
                }
            }
        }
    }

    static void counting(int[] a) {
        int[] counts = new int[1000];
        for (int x : a) {
            counts[x]++;
        }
        int k = 0;
        for (int x = 0; x < counts.length; x++) {
            while (counts[x]-- > 0) {
                a[k++] = x;
            }
        }
    }

    static void radix(int[] a) {
        int[] buffer = new int[a.length];
        for (int shift = 0; shift < 12; shift += 4) {
            int[] starts = new int[17];
            for (int x : a) {
                starts[(x >> shift & 15) + 1]++;
            }
            for (int i = 0; i < 16; i++) {
                starts[i + 1] += starts[i];
            }
            for (int x : a) {
                buffer[starts[x >> shift & 15]++] = x;
            }
            System.arraycopy(buffer, 0, a, 0, a.length);
        }
    }

    public static void main(String[] args) {
        int[] expected = data(150);
        Arrays.sort(expected);
        System.out.println(Arrays.toString(expected));
        for (int kind = 0; kind < 9; kind++) {
            int[] a = data(150);
            switch (kind) {
                case 0 -> bubble(a);
                case 1 -> insertion(a);
                case 2 -> selection(a);
                case 3 -> quick(a, 0, a.length - 1);
                case 4 -> a = merge(a);
                case 5 -> heap(a);
                case 6 -> shell(a);
                case 7 -> counting(a);
                default -> radix(a);
            }
            System.out.println(kind + " " + Arrays.equals(a, expected) + " " + Arrays.hashCode(a));
        }
    }
}
