/** Methods whose worst case is known in closed form. */
public class Worst {
    /** Insertion sort: n(n-1)/2 moves when the numbers descend. */
    static void insertion(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int moved = a[i];
            int j = i;
            while (j > 0 && a[j - 1] > moved) {
                move(a, j);
                j--;
            }
            a[j] = moved;
        }
    }

    private static void move(int[] a, int j) {
        a[j] = a[j - 1];
    }

    /** Quicksort with the first number as pivot: n(n-1)/2 comparisons when the numbers are sorted. */
    static void quicksort(int[] a) {
        sort(a, 0, a.length - 1);
    }

    private static void sort(int[] a, int low, int high) {
        if (low >= high) {
            return;
        }
        int last = low;
        for (int i = low + 1; i <= high; i++) {
            if (isLess(a[i], a[low])) {
                last++;
                swap(a, i, last);
            }
        }
        swap(a, low, last);
        sort(a, low, last - 1);
        sort(a, last + 1, high);
    }

    private static boolean isLess(int a, int b) {
        return a < b;
    }

    private static void swap(int[] a, int i, int j) {
        int kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }

    /** A table with chains: n(n-1)/2 keys are looked at when all are in one chain and differ. */
    static int table(int[] keys) {
        int[][] chains = new int[2][keys.length];
        int[] sizes = new int[2];
        for (int key : keys) {
            int chain = key & 1;
            int place = 0;
            while (place < sizes[chain] && !isSame(chains[chain][place], key)) {
                place++;
            }
            if (place == sizes[chain]) {
                chains[chain][place] = key;
                sizes[chain]++;
            }
        }
        return sizes[0];
    }

    private static boolean isSame(int a, int b) {
        return a == b;
    }

    /** Adds letters to a buffer that grows by one each time: 1 + 2 + ... + n letters are copied. */
    static char[] append(int count) {
        char[] buffer = new char[0];
        for (int i = 0; i < count; i++) {
            char[] larger = new char[buffer.length + 1];
            for (int j = 0; j < buffer.length; j++) {
                copy(buffer, larger, j);
            }
            buffer = larger;
        }
        return buffer;
    }

    private static void copy(char[] from, char[] to, int place) {
        to[place] = from[place];
    }

    /** The naive matcher: in a text of n letters, a pattern of two is compared 2(n-1) times at most. */
    static int find(int[] text, int first, int second) {
        for (int at = 0; at + 1 < text.length; at++) {
            if (isSame(text[at], first) && isSame(text[at + 1], second)) {
                return at;
            }
        }
        return -1;
    }

    /** Binary search: one comparison more each time the length doubles. */
    static int search(int[] a, int key) {
        int low = 0;
        int high = a.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isLess(a[middle], key)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
