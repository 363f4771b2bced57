import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps marks by name, and pages of lines. */
public class Ledger {
    /** Lines under a title, and what they are indexed by. */
    public record Page(String title, List<String> lines, Map<String, List<Integer>> index) {
        public boolean isFull() {
            return lines.size() > 2;
        }
    }

    private final Map<String, Integer> marks = new HashMap<>();

    public void mark(String name, int value) {
        marks.put(name, value);
    }

    /** Which one it is only the map decides. */
    public boolean hasMark(String name) {
        return marks.containsKey(name);
    }

    public static int count(Page page, String line) {
        int count = 0;
        for (String other : page.lines()) {
            if (other.equals(line)) {
                count++;
            }
        }
        return count + (page.index().containsKey(line) ? 100 : 0);
    }
}
