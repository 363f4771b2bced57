import java.util.*;
import java.util.function.Consumer;

/** Code that is given classes. */
public class Types {
    public enum Color { RED, GREEN }
    public interface Shape { double area(); }
    public record Square(double side) implements Shape { public double area() { return side * side; } }

    private final Map<Class<?>, List<String>> handlers = new LinkedHashMap<>();

    public void subscribe(Class<?> type, String handler) {
        handlers.computeIfAbsent(type, any -> new ArrayList<>()).add(handler);
    }

    public int count(Object event) {
        int count = 0;
        for (Map.Entry<Class<?>, List<String>> entry : handlers.entrySet()) {
            if (entry.getKey().isInstance(event)) {
                count += entry.getValue().size();
            }
        }
        return count;
    }

    public static Object convert(String text, Class<?> type) {
        if (type == int.class || type == Integer.class) {
            return Integer.valueOf(text);
        } else if (type == Boolean.class) {
            return Boolean.valueOf(text);
        }
        return text;
    }

    public static <T> T cast(Object value, Class<T> type) {
        return type.isInstance(value) ? type.cast(value) : null;
    }

    public static <E extends Enum<E>> int constants(Class<E> type) {
        return type.getEnumConstants().length;
    }

    public static String name(Class<? extends Shape> type) {
        return type.getSimpleName().toLowerCase();
    }
}
