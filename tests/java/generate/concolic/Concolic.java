/** Methods that need inputs rather than terms. */
public class Concolic {
    static int hash(String s) {
        return s.hashCode() == 97 * 31 + 98 ? 1 : 0;
    }

    static int sine(double d) {
        return Math.sin(d) > 0.5 ? 1 : 0;
    }

    /** The sum is ten thousand operations deep. */
    static int deep(int n, int x) {
        int sum = 0;
        for (int i = 0; i < 10_000; i++) {
            sum += (x ^ i) & 7;
        }
        return sum == n ? 1 : 2;
    }

    static int compare(char[] s, char[] c) {
        int i = 0;
        while (s[i] != 0 && s[i] == c[i]) i++;
        return s[i] - c[i];
    }

    /** Compares a text with "hello world" and with "goodbye, world": 24 times 30 paths. */
    static int both(char[] s, char[] t) {
        int first = compare(s, "hello world\0".toCharArray());
        int second = compare(t, "goodbye, world\0".toCharArray());
        return first == 0 && second == 0 ? 1 : 0;
    }

    static int twelve(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l) {
        int n = 0;
        if (a == 0) n++;
        if (b == 0) n++;
        if (c == 0) n++;
        if (d == 0) n++;
        if (e == 0) n++;
        if (f == 0) n++;
        if (g == 0) n++;
        if (h == 0) n++;
        if (i == 0) n++;
        if (j == 0) n++;
        if (k == 0) n++;
        if (l == 0) n++;
        return n;
    }
}
