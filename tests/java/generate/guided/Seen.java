import java.util.List;

/** What lines see: variables, fields, elements, results of calls. */
public class Seen {
    static class Node {
        int value;
        Node next;
        private String tag;
    }

    private int count;

    static int walk(Node node, int limit) {
        int steps = 0;
        while (node != null) {
            steps++;
            if (steps > limit) {
                return -1;
            }
            node = node.next;
        }
        return steps;
    }

    int add(List<String> names, String extra) {
        for (String name : names) {
            if (name.equals(extra)) {
                count++;
            }
        }
        return count;
    }

    static double mean(double[] numbers) {
        double sum = 0;
        for (double number : numbers) {
            sum += number;
        }
        return sum / numbers.length;
    }

    static long tangled(long a, char c, boolean isBig, int[] ints) {
        long b = a * 3;
        int unused = ints.length;
        try {
            b += ints[2];
        } catch (ArrayIndexOutOfBoundsException e) {
            b = unused;
        }
        return isBig ? b : c;
    }
}
