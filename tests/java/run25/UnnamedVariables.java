// Unnamed variables and patterns: catch, lambda, for-each, try-with-resources, patterns.
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

public class UnnamedVariables {
    record Box(String label, Object content) { }

    static class Resource implements AutoCloseable {
        @Override
        public void close() {
            System.out.println("closed");
        }
    }

    static int parse(String s) {
        try {
            return Integer.parseInt(s);
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    public static void main(String[] args) {
        int count = 0;
        for (var _ : List.of("a", "b", "c")) {
            count++;
        }
        System.out.println(count + " " + parse("12") + " " + parse("zz"));
        try (var _ = new Resource()) {
            System.out.println("using");
        }
        var queue = new ArrayDeque<>(List.of(1, 2, 3, 4, 5));
        while (queue.size() > 1) {
            int x = queue.poll();
            int _ = queue.poll();
            queue.add(x * 10);
        }
        System.out.println(queue);
        Map<String, Integer> lengths = new TreeMap<>(List.of("one", "three", "seven").stream().collect(Collectors.toMap(s -> s, String::length, (a, _) -> a)));
        lengths.computeIfAbsent("absent", _ -> 42);
        System.out.println(lengths);
        Object o = new Box("label", 5);
        if (o instanceof Box(_, Integer n)) {
            System.out.println(n + 1);
        }
        System.out.println(switch (o) {
            case Box(String l, String _) -> l;
            case Box(_, Integer _) -> "integer box";
            default -> "none";
        });
    }
}
