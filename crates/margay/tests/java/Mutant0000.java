import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** The class file that is mutated: one class, many kinds of instructions and attributes. */
public class Mutant0000 implements Comparable<Mutant0000> {
    static final String NAME = "mutant";
    static long total = 1L << 40;
    static double[] weights = {1.5, -2.25, 1e10};
    int size;
    String label;
    Mutant0000 next;

    Mutant0000(int size, String label) {
        this.size = size;
        this.label = label;
    }

    @Override public int compareTo(Mutant0000 other) {
        return Integer.compare(size, other.size);
    }

    static int choose(String text) {
        switch (text) {
            case "one": return 1;
            case "two": return 2;
            case "mutant": return 3;
            default: return text.length();
        }
    }

    static int table(int x) {
        switch (x) {
            case 0: return 10;
            case 1: return 20;
            case 2: return 30;
            case 1000: return 40;
            case -1000: return 50;
            default: return x;
        }
    }

    static int sum(int[][] grid) {
        int sum = 0;
        for (int[] row : grid) {
            for (int x : row) {
                sum += x;
            }
        }
        return sum;
    }

    static synchronized float mix(byte b, short s, char c, float f) {
        float result = (b << 3) / (s | 1) + (c >>> 1) * f;
        return result % 7 > 2 ? result : -result;
    }

    static int guarded(Object o) {
        try {
            return ((Mutant0000) o).size / (choose("one") - 1);
        } catch (ArithmeticException | ClassCastException e) {
            return e.getMessage().length();
        } catch (NullPointerException e) {
            return -1;
        } finally {
            total += 2;
        }
    }

    public static void main(String[] args) {
        List<Mutant0000> list = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            list.add(new Mutant0000(i * 7 % 5, NAME + i));
        }
        list.get(0).next = list.get(1);
        IntUnaryOperator twice = x -> x * 2 + list.size();
        int sum = sum(new int[][] {{1, 2}, {3}, {}}) + table(args.length) + twice.applyAsInt(4);
        long bits = Double.doubleToLongBits(weights[1]) ^ total;
        StringBuilder text = new StringBuilder();
        for (Mutant0000 m : list) {
            text.append(m.label).append(m.compareTo(list.get(2)));
        }
        text.append(guarded("text")).append(guarded(null)).append(guarded(list.get(0)));
        text.append(mix((byte) 3, (short) -4, 'x', 2.5f)).append(bits).append(choose(NAME));
        Object[] all = {sum, text, list.get(0).next.label};
        synchronized (all) {
            for (Object o : all) {
                if (o instanceof Integer) {
                    System.out.println((Integer) o + 1);
                } else {
                    System.out.println(o);
                }
            }
        }
    }
}
