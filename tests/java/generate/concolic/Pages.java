/** The page map of the paper on FlowTest, with as many pages as the arrays must have at least. */
public class Pages {
    static void free(int[] pages, int[] count, int n) {
        int[] before = new int[n];
        for (int i = 0; i < n; i++) before[i] = count[i];
        for (int i = 0; i < n; i++) {
            if (pages[i] != 0) count[i]++;
        }
        for (int i = 0; i < n; i++) {
            if (pages[i] != 0) {
                if (count[i] != before[i] + 1) throw new AssertionError("page " + i);
            }
        }
    }

    static void free2(int[] pages, int[] count) {
        free(pages, count, 2);
    }

    static void free4(int[] pages, int[] count) {
        free(pages, count, 4);
    }

    static void free8(int[] pages, int[] count) {
        free(pages, count, 8);
    }

    static void free64(int[] pages, int[] count) {
        free(pages, count, 64);
    }
}
