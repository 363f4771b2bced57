import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import margay.Margay;

/** Branches that change everything a branch can change. */
public class Leaks {
    static int counter;
    static String last = "none";
    static final int[] SHARED = new int[40];
    static final Map<String, Integer> MAP = new HashMap<>();
    static final List<Object> LIST = new ArrayList<>();
    static final StringBuilder TEXT = new StringBuilder("start");

    int field;
    Leaks link;

    static class Lazy {
        static final List<String> MADE = new ArrayList<>();
        static int value = Margay.choose(10, 11);

        static {
            System.out.println("lazy " + value);
            MADE.add("lazy" + value);
        }
    }

    static class Broken {
        static int value;

        static {
            if (counter >= 0) {
                throw new IllegalStateException("broken");
            }
        }
    }

    static void change(int how, Leaks old) {
        counter += how;
        last = ("word" + how).intern();
        SHARED[how] = SHARED[how + 1] + counter;
        System.arraycopy(SHARED, 0, SHARED, 20, 10);
        MAP.merge("key" + how, 1, Integer::sum);
        LIST.add(new Object[] {how, last});
        TEXT.append(how).insert(0, last);
        old.field = how;
        old.link = new Leaks();
        System.out.println("out " + how + " " + TEXT);
        System.err.println("err " + how);
        switch (how) {
            case 0 -> LIST.add(Lazy.MADE);
            case 1 -> {
                try {
                    counter = Broken.value;
                } catch (LinkageError e) {
                    LIST.add(e.toString());
                }
            }
            case 2 -> {
                LIST.add(new TreeMap<>(MAP));
                LIST.add(new ArrayDeque<>(LIST));
                MAP.clear();
            }
            default -> LIST.add(String.class);
        }
    }

    /** The same with inputs of any value. */
    static int open(int how, long far, Leaks given) {
        if (given == null) {
            return -1;
        }
        if (given.field > far) {
            given.link = given;
        }
        switch (how) {
            case 0 -> change(0, given);
            case 1 -> change(1, given);
            case 2 -> change(2, given);
            case 3 -> change(3, given);
            default -> given.field = how;
        }
        return given.field;
    }

    public static void main(String[] args) {
        Leaks old = new Leaks();
        MAP.put("first", 1);
        for (int i = 0; i < 3; i++) {
            int how = Margay.choose(0, 3);
            Margay.assume(counter + how != 5);
            change(how, old);
            if (how == 3 && i == 2) {
                throw new IllegalArgumentException(TEXT.toString());
            }
        }
        System.out.println(MAP + " " + LIST.size() + " " + old.link.field);
    }
}
