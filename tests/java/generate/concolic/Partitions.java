/** Methods whose inputs can, or cannot, be searched one block at a time. */
public class Partitions {
    static int conditions4(int a, int b, int c, int d) {
        if (a == 0) a = 1;
        if (b == 0) b = 1;
        if (c == 0) c = 1;
        if (d == 0) d = 1;
        if (a == 0) throw new IllegalStateException();
        if (b == 0) throw new IllegalStateException();
        if (c == 0) throw new IllegalStateException();
        if (d == 0) throw new IllegalStateException();
        return 0;
    }

    private int seen;

    /** The flag is set because of one input, and looked at because of another. */
    int flag(int a, int b) {
        seen = 0;
        if (a == 5) seen = 1;
        if (b == 7) {
            if (seen == 1) return 99;
        }
        return 0;
    }

    /** Each field alone, three pairs; errors are counted and refused at the end. */
    static int validate(int age, int zip, int height, int weight, int year, int month, int day, int hour,
            int minute, int second, int floor, int door,
            int min, int max, int from, int to, int low, int high) {
        int errors = 0;
        if (age < 0 || age > 150) errors++;
        if (zip < 1000 || zip > 99999) errors++;
        if (height < 0) errors++;
        if (weight < 0) errors++;
        if (year < 1900) errors++;
        if (month < 1 || month > 12) errors++;
        if (day < 1 || day > 31) errors++;
        if (hour < 0 || hour > 23) errors++;
        if (minute < 0 || minute > 59) errors++;
        if (second < 0 || second > 59) errors++;
        if (floor < -5) errors++;
        if (door == 13) errors++;
        if (min > max) errors++;
        if (from > to) errors++;
        if (low > high) errors++;
        if (errors > 0) throw new IllegalArgumentException("errors: " + errors);
        return 1;
    }

    /** The kind decides which of the others counts. */
    static int kinds(int kind, int a, int b, int c) {
        int result = 0;
        if (kind == 1) {
            if (a > 10) result = 1;
        } else if (kind == 2) {
            if (b > 10) result = 2;
        } else {
            if (c > 10) result = 3;
        }
        return result;
    }

    static int order(int price, int count, int discount) {
        int total = price * count;
        if (discount > 50) return -1;
        if (total > 1000) return 1;
        return 0;
    }

    /** Guards that only reject: what comes after them depends on none of them. */
    static int guarded(int a, int b, int c) {
        if (a < 10) throw new IllegalArgumentException("a");
        if (b < 20) return -1;
        if (c == 30) return 3;
        return 0;
    }
}
