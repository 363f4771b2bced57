import java.util.ArrayList;
import java.util.List;

/** Lines that are hard to get to, and one that nothing gets to. */
public class Deep {
    static int find(int[] a, String s) {
        if (a == null || a.length < 4) {
            return 0;
        }
        int sum = 0;
        for (int x : a) {
            sum += x;
        }
        if (sum == 100 && s != null && s.startsWith("ab") && a[0] == 7 && a[3] == s.length()) {
            return helper(a[1]);
        }
        if (sum > 10 && sum < 5) {
            return 3;
        }
        return 1;
    }

    static int helper(int x) {
        if (x > 1000) {
            return 5;
        }
        List<Integer> list = new ArrayList<>(List.of(3, 1, x));
        list.sort((p, q) -> {
            if (p == 42) {
                return 1;
            }
            return Integer.compare(p, q);
        });
        return 2;
    }
}
