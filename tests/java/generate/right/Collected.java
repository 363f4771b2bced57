package right;

import java.text.NumberFormat;
import java.time.DayOfWeek;
import java.util.Calendar;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Hashtable;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collections of constants, those that several threads may use, and other objects of the class library. */
public final class Collected {
    private Collected() {}

    public enum Color { RED, GREEN, BLUE }

    public static int colors(EnumSet<Color> colors) {
        if (colors.size() == 2 && !colors.contains(Color.GREEN)) {
            return 2;
        }
        return colors.contains(Color.RED) ? 1 : 0;
    }

    public static int paints(EnumMap<Color, Integer> paints) {
        int sum = 0;
        for (int amount : paints.values()) {
            sum += amount;
        }
        return sum > 10 ? 1 : 0;
    }

    /** Which of two constants comes first in a set by hash codes is no fact. */
    public static DayOfWeek first(Set<DayOfWeek> days) {
        return days.size() > 1 ? days.iterator().next() : null;
    }

    public static String joined(Map<Color, String> names) {
        return names.size() > 1 ? String.join(",", names.values()) : names.getOrDefault(Color.RED, "none");
    }

    public static int drained(BlockingQueue<String> queue) {
        int count = 0;
        while (queue.poll() != null) {
            count++;
        }
        return count;
    }

    public static int length(CopyOnWriteArrayList<String> texts) {
        return texts.isEmpty() || texts.get(0) == null ? 0 : texts.get(0).length();
    }

    public static int found(Hashtable<String, Integer> table) {
        Integer known = table.get("key");
        return known == null ? -1 : known;
    }

    public static String named(Properties properties) {
        return properties.getProperty("name", "none");
    }

    public static String lowest(ConcurrentNavigableMap<Integer, String> map) {
        Map.Entry<Integer, String> lowest = map.firstEntry();
        return lowest == null ? "" : lowest.getValue();
    }

    public static boolean isLeapDay(Calendar calendar) {
        return calendar.get(Calendar.MONTH) == Calendar.FEBRUARY;
    }

    public static boolean isGrouping(NumberFormat format) {
        return format.isGroupingUsed();
    }

    /** Causes of classes that only the method asks for. */
    public static String cause(Throwable thrown) {
        if (thrown instanceof IllegalStateException) {
            return "state";
        }
        return thrown instanceof java.io.IOException ? "input" : "other";
    }

    public static String key(Map.Entry<String, Integer> entry) {
        return entry.getValue() > 3 ? entry.getKey() : "small";
    }
}
