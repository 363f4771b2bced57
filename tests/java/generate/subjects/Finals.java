package subjects;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** Final fields that every constructor sets to an object of its own: they are never null. */
public class Finals {
    private final List<Integer> items = new ArrayList<>();
    private final Map<String, Integer> counts;
    private final Semaphore lock = new Semaphore(1);
    private final String given;

    public Finals(String given) {
        counts = new HashMap<>();
        this.given = given;
    }

    public Finals() {
        this("");
    }

    public List<Integer> items() {
        return items;
    }

    public Semaphore lock() {
        return lock;
    }

    public Object[] all() {
        return new Object[] {given, counts};
    }

    public boolean isSmall() {
        return items.size() < 2;
    }

    public boolean isCounted(String word) {
        return counts.containsKey(word);
    }

    public int length() {
        return given.length();
    }
}
