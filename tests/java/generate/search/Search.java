import java.time.LocalDate;
import java.util.List;

/** Code in which a search can lose its way. */
public class Search {
    /** A loop with a known number of rounds, each with a choice. */
    static int ones(int x) {
        int n = 0;
        for (int i = 0; i < 32; i++) {
            if ((x >> i & 1) == 1) {
                n++;
            }
        }
        return n;
    }

    /** The same, downwards and by halves. */
    static int halves(int[] a) {
        int n = 0;
        for (int i = 16; i > 0; i /= 2) {
            if (a[i - 1] > 0) {
                n += i;
            }
        }
        return n;
    }

    /** A loop that the input ends: its rounds count. */
    static int find(int[] a, int x) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == x) {
                return i;
            }
        }
        return -1;
    }

    /** A flag ends the loop: its number of rounds is not known. */
    static int flagged(int[] a) {
        boolean done = false;
        int i = 0;
        while (!done) {
            if (a[i++] == 0) {
                done = true;
            }
        }
        return i;
    }

    static int weight(int a) {
        return a > 0 ? 1 : 2;
    }

    /** Many paths before the ones that are of interest. */
    static int late(int k, int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int l, int m, int n) {
        if (k > 0) {
            return weight(a) + weight(b) + weight(c) + weight(d) + weight(e) + weight(f) + weight(g) + weight(h)
                    + weight(i) + weight(j) + weight(l) + weight(m) + weight(n);
        }
        if (k == -7) {
            return 77;
        }
        return -1;
    }

    /** A state machine whose last state is many steps away, among wrong ways that go on as long. */
    static int deep(int[] a) {
        int state = 0;
        for (int i = 0; i < 8; i++) {
            if (a[i] == i * 3) {
                state++;
            } else if (a[i] > 100) {
                state--;
            }
        }
        return state == 8 ? 1 : 0;
    }

    /** Messages that nobody looks into. */
    static int checked(int age, String name) {
        if (age < 0) {
            throw new IllegalArgumentException("negative: " + age + " of " + name);
        }
        if (age > 150) {
            throw new IllegalArgumentException(String.format("%d is more than %d", age, 150));
        }
        return age;
    }

    static String label(long n, String text) {
        return n > 5 ? "many " + n + text : text + n;
    }

    /** The library makes a message of the index. */
    static Integer element(List<Integer> list, int index) {
        return list.get(index);
    }

    static void print(int n) {
        System.out.println("n is " + n);
        System.out.printf("%d%n", n);
    }

    /** The last branch is for those who ask for it. */
    static int asserted(int n) {
        assert n > 0 : "n is " + n;
        return n;
    }

    /** The same with a builder, as compilers once did it, and with values that have a text. */
    static String built(int n, String text) {
        StringBuilder builder = new StringBuilder("n is ").append(n).append(';').append(text);
        return n > 5 ? builder.append(7L + n).toString() : builder.toString() + "small";
    }

    static String dated(LocalDate date) {
        return date.getYear() > 2000 ? "since " + date : date.plusYears(1).toString();
    }

    static int length(int n) {
        StringBuffer buffer = new StringBuffer().append(n);
        return buffer.length() == 4 ? n : -1;
    }

    /** Somebody changes what was put together. */
    static String reversed(short n) {
        return new StringBuilder().append((int) n).append('x').reverse().toString();
    }

    /** Numbers that are read. */
    static int parsed(String text) {
        int number = Integer.parseInt(text);
        return number == -1234 ? 1 : number > 77 ? 2 : 3;
    }

    static long parsedLong(String text) {
        return Long.parseLong(text) > 4_000L ? 1 : 2;
    }

    static int thereAndBack(int n) {
        return Integer.parseInt(Integer.toString(n)) == 12_345_678 ? 1 : 0;
    }

    /** Somebody does look. */
    static boolean isSeven(byte n) {
        return ("n" + n).equals("n7");
    }
}
