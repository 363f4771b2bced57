import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** A class that fixes a type argument is given where another one is wanted. */
public class Fixed {
    /** Holds anything. */
    public static class Anything extends ArrayList<Object> {
        private static final long serialVersionUID = 1;
    }

    /** Compares texts, and nothing else. */
    public static class ByLength implements Comparator<String> {
        @Override
        public int compare(String one, String other) {
            return one.length() - other.length();
        }
    }

    private final int size;

    public Fixed(Collection<String> names) {
        Object given = names;
        size = given instanceof Anything ? -1 : names.size();
    }

    public Fixed(List<Comparator<Object>> orders, String one, String other) {
        Object first = orders.get(0);
        size = first instanceof ByLength order ? order.compare(one, other) : 0;
    }

    public int size() {
        return size;
    }
}
