package right;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;

/** What stands for the types of the class library. */
public class Views {
    public static class Numbers implements Iterable<Integer> {
        @Override
        public Iterator<Integer> iterator() {
            return List.of(1).iterator();
        }
    }

    public static class Same extends AbstractList<String> {
        @Override
        public String get(int index) {
            return "x";
        }

        @Override
        public int size() {
            return 1;
        }
    }

    public static int lengths(Iterable<int[]> all) {
        int sum = 0;
        for (int[] one : all) {
            sum += one.length;
        }
        return sum;
    }

    public static boolean isNull(List<String> list) {
        return list == null;
    }
}
