package right;

import java.util.Arrays;

/** Arrays with much room, of which little is used. */
public class Room {
    static final int[] SEEN = new int[2_000_000];
    private final int[] table = new int[3_000_000];

    public void put(int key, int value) {
        if (key > 2_999_990) {
            table[key] = value;
        }
    }

    public int get(int key) {
        return key < 0 ? -1 : table[key];
    }

    public static int sieve(int n) {
        boolean[] composite = new boolean[20_000_000];
        composite[19_999_999] = n > 7;
        return composite[19_999_999] ? 1 : composite.length;
    }

    public static int[] filled(int n) {
        int[] numbers = new int[20_000_000];
        if (n > 3) {
            numbers[12_345_678] = n;
        }
        return numbers;
    }

    public static int grown(int n) {
        int[] numbers = new int[5_000_000];
        numbers[4_999_999] = n;
        int[] more = Arrays.copyOf(numbers, 10_000_000);
        System.arraycopy(more, 4_999_990, more, 10, 4_000_000);
        return more[19] == 42 ? more[9_999_999] : more.clone().length;
    }

    /** More than any machine has. */
    public static long rows(int n) {
        return n > 3 ? new long[1000][1 << 24].length : n;
    }

    public static int seen(int n) {
        return n > 3 ? ++SEEN[1_999_999] : n;
    }
}
