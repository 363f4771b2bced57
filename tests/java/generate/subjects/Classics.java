package subjects;

/** The classics of testing. */
public final class Classics {
    private Classics() {}

    public static String triangle(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0 || a + b <= c || b + c <= a || a + c <= b) {
            return "none";
        }
        if (a == b && b == c) {
            return "equilateral";
        }
        return a == b || b == c || a == c ? "isosceles" : "scalene";
    }

    public static int median(int a, int b, int c) {
        if (a < b) {
            return b < c ? b : Math.max(a, c);
        }
        return a < c ? a : Math.max(b, c);
    }

    public static int search(int[] sorted, int key) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < key) {
                low = middle + 1;
            } else if (sorted[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static void bubble(int[] a) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 1; j < a.length - i; j++) {
                if (a[j - 1] > a[j]) {
                    int t = a[j];
                    a[j] = a[j - 1];
                    a[j - 1] = t;
                }
            }
        }
    }

    public static boolean isPrime(int n) {
        if (n < 2) {
            return false;
        }
        for (int d = 2; d * d <= n; d++) {
            if (n % d == 0) {
                return false;
            }
        }
        return true;
    }
}
