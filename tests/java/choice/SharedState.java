// outcomes: 27
// dropped: 0
// State that lives across choices: iterators in mid-flight, a seeded Random, lambdas' captures, boxed caches, a running StringBuilder.
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntSupplier;
import margay.Margay;

public class SharedState {
    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        for (String s : List.of("red", "green", "blue")) {
            map.put(s, s.length());
        }
        Random random = new Random(11);
        int[] counter = {0};
        IntSupplier next = () -> counter[0] += random.nextInt(10);
        StringBuilder log = new StringBuilder();
        Object token = new Object();
        int hash = token.hashCode();
        for (Iterator<Map.Entry<String, Integer>> it = map.entrySet().iterator(); it.hasNext(); ) {
            Map.Entry<String, Integer> e = it.next();
            switch (Margay.choose(0, 2)) {
                case 0 -> it.remove();
                case 1 -> e.setValue(next.getAsInt());
                default -> log.append(e.getKey().charAt(0)).append(random.nextBoolean() ? '+' : '-');
            }
        }
        System.out.println(map + " " + counter[0] + " " + log + " " + (token.hashCode() == hash) + " " + random.nextInt(100));
    }
}
