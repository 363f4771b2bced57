// What a test says of it: orders by words, amounts of money, notes by name, and constants that do things their own way.
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

public class Desk<N> {
    public enum Rate {
        FLAT {
            @Override
            public int of(int hours) {
                return hours < 10 ? 40 : 80;
            }
        },
        HOURLY {
            @Override
            public int of(int hours) {
                return hours * 7;
            }
        };

        public abstract int of(int hours);
    }

    private final Map<String, Integer> visits = new HashMap<>();
    private final Map<String, N> notes = new HashMap<>();
    private int seen;

    public static int move(String order, int place) {
        switch (order) {
            case "up":
                return place - 1;
            case "down":
                return place + 1;
            case "Aa":
            case "BB":
                return 0;
            default:
                throw new IllegalArgumentException(order);
        }
    }

    public static BigDecimal fee(boolean late, BigDecimal amount) {
        return amount.multiply(new BigDecimal(late ? "3" : "2"));
    }

    public void visit(String name) {
        visits.merge(name, 1, Integer::sum);
    }

    public int visits() {
        int sum = 0;
        for (int count : visits.values()) {
            sum += count;
        }
        return sum;
    }

    public void note(String name, N note) {
        notes.put(name, note);
    }

    public N noteOf(String name) {
        return notes.get(name);
    }

    // A hundred calls are needed to see the branch, so that inputs by chance are tried, with longer lists too.
    public int count(List<Object> things, Predicate<Object> filter) {
        int count = 0;
        for (Object thing : things) {
            if (filter.test(thing)) {
                seen++;
                count += seen == 100 ? 7 : 0;
            }
        }
        return count;
    }

    public static int sum(List<List<Integer>> rows) {
        int sum = 0;
        for (List<Integer> row : rows) {
            for (int number : row) {
                sum += number;
            }
        }
        return sum;
    }

    public static <T extends Comparable<? super T>> T atLeast(T value, T least) {
        return value.compareTo(least) < 0 ? least : value;
    }
}
