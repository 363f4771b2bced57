package right;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Objects behind static fields outlive a test. */
public class Shared {
    static final List<Integer> LIST = new ArrayList<>();
    private static final Map<String, int[]> CACHE = new HashMap<>();
    private static final AtomicInteger NEXT = new AtomicInteger(100);
    private static final Random SEEDED = new Random(42);
    static int[] counts = new int[4];

    static class Node {
        int visits;
        final List<String> log = new ArrayList<>();
    }

    enum Mode {
        ON,
        OFF;

        int used;
    }

    private static final Node ROOT = new Node();

    public static int push(int x) {
        LIST.add(x);
        return x > 0 ? LIST.size() : -LIST.size();
    }

    public static int count(int i) {
        if (i < 0 || i > 3) {
            return -1;
        }
        return ++counts[i];
    }

    public static int cached(boolean odd) {
        String key = odd ? "odd" : "even";
        int[] found = CACHE.get(key);
        if (found == null) {
            found = new int[] {1};
            CACHE.put(key, found);
        }
        return found[0]++;
    }

    public static int next(boolean twice) {
        return twice ? NEXT.addAndGet(2) : NEXT.incrementAndGet();
    }

    public static int visit(int x) {
        ROOT.log.add("x");
        return x > 3 ? ++ROOT.visits : ROOT.log.size();
    }

    public static int use(boolean on) {
        Mode mode = on ? Mode.ON : Mode.OFF;
        return ++mode.used;
    }

    public static int seeded(int n) {
        return n > 0 ? SEEDED.nextInt(n) : 0;
    }

    public static int elsewhere(int x) {
        Later.names.add("n");
        return x > 1 ? Later.names.size() : 10 * Later.names.size();
    }
}

/** Initialised by the first test that needs it. */
class Later {
    static List<String> names = new ArrayList<>(List.of("first"));
}
