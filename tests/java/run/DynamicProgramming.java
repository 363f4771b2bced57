// Knapsack, longest common subsequence, edit distance, coin change, longest increasing subsequence, memoised recursion.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class DynamicProgramming {
    static int knapsack(int[] weights, int[] values, int capacity) {
        int[] best = new int[capacity + 1];
        for (int i = 0; i < weights.length; i++) {
            for (int w = capacity; w >= weights[i]; w--) {
                best[w] = Math.max(best[w], best[w - weights[i]] + values[i]);
            }
        }
        return best[capacity];
    }

    static String lcs(String a, String b) {
        int[][] t = new int[a.length() + 1][b.length() + 1];
        for (int i = a.length() - 1; i >= 0; i--) {
            for (int j = b.length() - 1; j >= 0; j--) {
                t[i][j] = a.charAt(i) == b.charAt(j) ? 1 + t[i + 1][j + 1] : Math.max(t[i + 1][j], t[i][j + 1]);
            }
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0, j = 0; i < a.length() && j < b.length(); ) {
            if (a.charAt(i) == b.charAt(j)) {
                out.append(a.charAt(i));
                i++;
                j++;
            } else if (t[i + 1][j] >= t[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
        return out.toString();
    }

    static int editDistance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int cost = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(cost, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }

    static long coins(int amount, int... coins) {
        long[] ways = new long[amount + 1];
        ways[0] = 1;
        for (int c : coins) {
            for (int i = c; i <= amount; i++) {
                ways[i] += ways[i - c];
            }
        }
        return ways[amount];
    }

    static List<Integer> increasing(int[] a) {
        int[] length = new int[a.length];
        int[] from = new int[a.length];
        int best = 0;
        for (int i = 0; i < a.length; i++) {
            from[i] = -1;
            length[i] = 1;
            for (int j = 0; j < i; j++) {
                if (a[j] < a[i] && length[j] + 1 > length[i]) {
                    length[i] = length[j] + 1;
                    from[i] = j;
                }
            }
            if (length[i] > length[best]) {
                best = i;
            }
        }
        List<Integer> out = new ArrayList<>();
        for (int i = best; i >= 0; i = from[i]) {
            out.add(0, a[i]);
        }
        return out;
    }

    static Map<String, Long> memo = new HashMap<>();

    static long paths(int x, int y) {
        if (x == 0 || y == 0) {
            return 1;
        }
        String key = x + "," + y;
        Long known = memo.get(key);
        if (known == null) {
            known = paths(x - 1, y) + paths(x, y - 1);
            memo.put(key, known);
        }
        return known;
    }

    static int matrixChain(int[] d) {
        int n = d.length - 1;
        int[][] cost = new int[n][n];
        for (int len = 1; len < n; len++) {
            for (int i = 0; i + len < n; i++) {
                int j = i + len;
                cost[i][j] = Integer.MAX_VALUE;
                for (int k = i; k < j; k++) {
                    cost[i][j] = Math.min(cost[i][j], cost[i][k] + cost[k + 1][j] + d[i] * d[k + 1] * d[j + 1]);
                }
            }
        }
        return cost[0][n - 1];
    }

    public static void main(String[] args) {
        System.out.println(knapsack(new int[] {12, 7, 11, 8, 9, 6, 5, 14}, new int[] {24, 13, 23, 15, 16, 11, 9, 28}, 26));
        System.out.println(lcs("AGGTABQWERTY", "GXTXAYBWETY") + " " + lcs("nematode knowledge", "empty bottle"));
        System.out.println(editDistance("kitten", "sitting") + " " + editDistance("", "abc") + " " + editDistance("intention", "execution") + " " + editDistance("same", "same"));
        System.out.println(coins(100, 1, 5, 10, 25, 50) + " " + coins(1000, 1, 2, 5, 10, 20, 50, 100, 200));
        System.out.println(increasing(new int[] {10, 9, 2, 5, 3, 7, 101, 18, 4, 20, 6, 21}));
        System.out.println(paths(16, 16) + " " + memo.size());
        System.out.println(matrixChain(new int[] {40, 20, 30, 10, 30, 5, 15}));
        int[][] triangle = {{75}, {95, 64}, {17, 47, 82}, {18, 35, 87, 10}, {20, 4, 82, 47, 65}};
        for (int i = triangle.length - 2; i >= 0; i--) {
            for (int j = 0; j <= i; j++) {
                triangle[i][j] += Math.max(triangle[i + 1][j], triangle[i + 1][j + 1]);
            }
        }
        System.out.println(triangle[0][0] + " " + Arrays.toString(triangle[2]));
    }
}
