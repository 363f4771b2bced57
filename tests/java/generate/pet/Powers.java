/** Raises every other element of an array. */
public class Powers {
    static void arraypow(int[] a, int e) {
        int n = a.length;
        for (int i = 0; i < n; i++) {
            if (i % 2 == 0) {
                a[i] = pow(a[i], e);
            }
        }
    }

    static int pow(int b, int e) {
        if (e >= 0) {
            int i = 1;
            int pow = 1;
            while (i <= e) {
                pow *= b;
                i++;
            }
            return pow;
        } else {
            return -1;
        }
    }
}
