import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What tests of any framework must look at: boxes, fractions, arrays, collections, what is printed, statics. */
public class Stateful {
    public static int calls;

    private final List<Integer> values = new ArrayList<>();
    private Integer last;

    public Integer last() {
        return last;
    }

    public List<Integer> values() {
        return new ArrayList<>(values);
    }

    public void add(int value) {
        if (value == 7) {
            throw new IllegalStateException("seven");
        }
        values.add(value);
        last = value;
    }

    public double mean(double first, double second) {
        return first > second ? first : (first + second) / 2;
    }

    public double[] pair(double value) {
        return value > 1 ? new double[] {value, 1} : new double[] {0};
    }

    public int[] sorted(int[] given) {
        if (given == null) {
            return null;
        }
        int[] copy = given.clone();
        Arrays.sort(copy);
        return copy;
    }

    public long count() {
        calls++;
        return calls;
    }

    public void tell(boolean loudly) {
        System.out.println(loudly ? "LOUD" : "quiet");
    }

    public Object copy(Object other) {
        return other instanceof Stateful ? new Stateful() : this;
    }

    public char first(String text) {
        return text.charAt(0) > 'm' ? 'z' : 'a';
    }
}
