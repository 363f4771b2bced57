import java.util.Map;
import java.util.Scanner;
import java.util.StringJoiner;
import java.util.concurrent.Future;

/** What is given to these are objects of the class library that a test has to make. */
public class Given {
    public static String key(Map.Entry<String, Integer> entry) {
        return entry.getValue() > 3 ? entry.getKey() : "small";
    }

    public static int now(Future<Integer> future) throws Exception {
        return future.isDone() ? future.get() : -1;
    }

    public static int sum(Scanner scanner) {
        int sum = 0;
        while (scanner.hasNextInt()) {
            sum += scanner.nextInt();
        }
        return sum;
    }

    public static String joined(StringJoiner joiner, String text) {
        return text.isEmpty() ? "" : joiner.add(text).add(text).toString();
    }
}
