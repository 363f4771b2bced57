package subjects;

import java.util.List;

/** Generics. */
public class Generic<T extends Comparable<T>> {
    /** A pair. */
    public record Pair<A, B>(A first, B second) {}

    private T best;

    public boolean offer(T item) {
        if (best == null || item.compareTo(best) > 0) {
            best = item;
            return true;
        }
        return false;
    }

    public static int sum(List<Integer> list) {
        int sum = 0;
        for (Integer i : list) {
            if (i != null) {
                sum += i;
            }
        }
        return sum;
    }

    public static <X> X firstOr(List<X> list, X other) {
        return list.isEmpty() ? other : list.get(0);
    }

    public static boolean same(Pair<Integer, String> pair) {
        return pair.first() == pair.second().length();
    }

    public static boolean equal(Pair<Integer, Integer> a, Pair<Integer, Integer> b) {
        return a.equals(b);
    }

    public static int boxed(Integer a, Integer b) {
        return a.equals(b) ? 0 : a < b ? -1 : 1;
    }

    public static void removeNegative(List<Integer> list) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (list.get(i) < 0) {
                list.remove(i);
            }
        }
    }

    public static boolean longest(List<String> words) {
        return words.size() > 1 && words.get(0).length() > words.get(1).length();
    }
}
