// outcomes: 216
// exceptions: 1
// Containers of every kind, made and filled before the choices and changed after them: each path
// sees its own changes only, whether a container grows, is cleared, or is gone over on the way.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import margay.Margay;

public class Containers {
    static final Map<Object, Object> MAP = new HashMap<>();
    static final Map<Object, Object> LINKED = new LinkedHashMap<>();
    static final Map<Object, Object> BY_IDENTITY = new IdentityHashMap<>();
    static final Set<Object> SET = new HashSet<>();
    static final Set<Object> ORDERED = new LinkedHashSet<>();
    static final List<Object> LIST = new ArrayList<>();
    static final Stack<Object> STACK = new Stack<>();
    static final LinkedList<Object> QUEUE = new LinkedList<>();
    static final ArrayDeque<Object> DEQUE = new ArrayDeque<>();
    static final BitSet BITS = new BitSet();

    static final List<Map<Object, Object>> MAPS = List.of(MAP, LINKED, BY_IDENTITY);

    static void add(int from, int to) {
        for (int i = from; i < to; i++) {
            for (Map<Object, Object> map : MAPS) {
                map.put(i, i);
            }
            SET.add("s" + i);
            ORDERED.add(i % 5);
            LIST.add(i);
            STACK.push(i);
            QUEUE.addFirst(i);
            DEQUE.add(i);
            BITS.set(10 * i);
        }
    }

    static void removeSome() {
        for (int i = 0; i < 4; i++) {
            for (Map<Object, Object> map : MAPS) {
                map.remove(3 * i);
            }
            SET.remove("s" + i);
            ORDERED.remove(i);
            LIST.remove(LIST.size() - 1);
            STACK.pop();
            QUEUE.removeLast();
            QUEUE.remove((Object) 8);
            DEQUE.poll();
            BITS.clear(40 * i);
        }
    }

    static void replace() {
        for (Map<Object, Object> map : MAPS) {
            map.put(5, "new");
            map.putIfAbsent(5, "never");
        }
        LIST.set(0, "new");
        QUEUE.set(1, "new");
        STACK.set(2, "new");
    }

    static int goOver() {
        int sum = SET.hashCode() + BITS.stream().sum();
        for (Map<Object, Object> map : MAPS) {
            for (Map.Entry<Object, Object> entry : map.entrySet()) {
                sum += entry.getKey().hashCode() ^ entry.getValue().hashCode();
            }
        }
        for (Object o : QUEUE) {
            sum += o.hashCode();
        }
        for (Object o : DEQUE) {
            sum = 31 * sum + o.hashCode();
        }
        return sum;
    }

    static void clear() {
        MAPS.forEach(Map::clear);
        SET.clear();
        ORDERED.clear();
        QUEUE.clear();
        DEQUE.clear();
        BITS.clear();
    }

    public static void main(String[] args) {
        add(0, 12);
        for (int round = 0; round < 3; round++) {
            switch (Margay.choose(0, 5)) {
                case 0 -> add(12 + round, 14 + round);
                case 1 -> add(20, 60);
                case 2 -> replace();
                case 3 -> System.out.println(goOver());
                case 4 -> {
                    clear();
                    add(round, 8 + round);
                }
                default -> removeSome();
            }
        }
        System.out.println(digest(MAP) + digest(LINKED) + digest(SET) + digest(ORDERED) + digest(BITS));
        System.out.println(digest(LIST) + digest(STACK) + digest(QUEUE) + digest(DEQUE) + BY_IDENTITY.size());
    }

    /** Stands for everything that is printed, its order included. */
    static String digest(Object container) {
        return Integer.toHexString(container.toString().hashCode()) + " ";
    }
}
