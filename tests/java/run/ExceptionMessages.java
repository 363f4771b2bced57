// The messages of the exceptions that the JVM and java.lang throw themselves.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

public class ExceptionMessages {
    interface Task {
        Object run();
    }

    enum Colour { RED }

    static void report(Task task) {
        try {
            System.out.println("value " + task.run());
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        int zero = args.length;
        int[] ints = new int[3];
        Object text = "text";
        Object number = 5;
        List<Object> list = new ArrayList<>(List.of("a"));
        report(() -> ints[3]);
        report(() -> ints[-1]);
        report(() -> 1 / zero);
        report(() -> 1L % zero);
        report(() -> 1.0 / zero);
        report(() -> new int[zero - 1]);
        report(() -> new Object[2][zero - 7]);
        report(() -> (Integer) text);
        report(() -> (String) number);
        report(() -> (int[]) text);
        report(() -> (Runnable) number);
        report(() -> (ExceptionMessages) (Object) ints);
        report(() -> (Colour) text);
        report(() -> Integer.parseInt("12a"));
        report(() -> Integer.parseInt(""));
        report(() -> Integer.parseInt(null));
        report(() -> Integer.parseInt("99999999999"));
        report(() -> Integer.parseInt("z", 40));
        report(() -> Long.parseLong("1L"));
        report(() -> Double.parseDouble("1.2.3"));
        report(() -> Double.parseDouble(" "));
        report(() -> Byte.parseByte("200"));
        report(() -> Colour.valueOf("BLUE"));
        report(() -> "abc".substring(2, 1));
        report(() -> "abc".substring(4));
        report(() -> new StringBuilder("abc").deleteCharAt(3));
        report(() -> new StringBuilder("abc").insert(4, "x"));
        report(() -> list.get(1));
        report(() -> list.remove(-1));
        report(() -> list.set(5, "x"));
        report(() -> new ArrayList<>(-1));
        report(() -> list.subList(1, 0));
        report(() -> list.iterator().next());
        report(() -> {
            Iterator<Object> it = list.iterator();
            it.remove();
            return it;
        });
        report(() -> List.of(1).get(1));
        report(() -> List.of(1).add(2));
        report(() -> List.of((Object) null));
        report(() -> Optional.empty().get());
        report(() -> Optional.of(null));
        report(() -> new java.util.ArrayDeque<>().pop());
        report(() -> new java.util.ArrayDeque<>().getFirst());
        report(() -> new java.util.LinkedList<>().removeFirst());
        report(() -> new java.util.Stack<>().pop());
        report(() -> new java.util.PriorityQueue<>().remove());
        report(() -> new java.util.TreeMap<String, String>().firstKey());
        report(() -> new java.util.TreeSet<>(List.of(new Object())));
        report(() -> Math.addExact(Integer.MAX_VALUE, 1));
        report(() -> Math.multiplyExact(Long.MAX_VALUE, 2L));
        report(() -> Math.toIntExact(1L << 40));
        report(() -> new java.math.BigInteger("1").divide(java.math.BigInteger.ZERO));
        report(() -> new java.math.BigDecimal(1).divide(new java.math.BigDecimal(3)));
        report(() -> new java.util.Random(1).nextInt(zero));
        report(() -> "x".repeat(-1));
        report(() -> String.format("%d", "x"));
        report(() -> String.format("%s %s", "x"));
        report(() -> String.format("%q", "x"));
        report(() -> Character.toChars(0x110000));
        report(() -> java.util.Objects.checkIndex(5, 3));
        report(() -> {
            throw new AssertionError(5);
        });
        report(() -> {
            throw new IllegalArgumentException(new RuntimeException("cause"));
        });
    }
}
