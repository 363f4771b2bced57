package report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Generics, arrays and collections. */
class Box<T extends Comparable<T>> {
    T value;

    Box(T value) {
        this.value = value;
    }

    T max(T other) {
        return value.compareTo(other) >= 0 ? value : other;
    }

    boolean same(Object other) {
        return other == value;
    }

    boolean same(String other) {
        return false;
    }

    static <E extends Comparable<E>> Box<E> of(E value) {
        return new Box<>(value);
    }

    static int total(List<Integer> numbers) {
        int total = 0;
        for (Integer number : numbers) {
            total += number == null ? 0 : number;
        }
        numbers.add(total);
        return total;
    }

    static Map<String, Integer> count(String[] words, Map<String, Integer> into) {
        Map<String, Integer> counts = new HashMap<>(into);
        for (String word : words) {
            counts.merge(word, 1, Integer::sum);
        }
        return counts;
    }

    static Set<Object> set(Object... values) {
        Set<Object> set = new HashSet<>();
        for (Object value : values) {
            set.add(value);
        }
        return set;
    }

    static int[][] transpose(int[][] matrix) {
        int[][] result = new int[matrix[0].length][matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < matrix[i].length; j++) {
                result[j][i] = matrix[i][j];
            }
        }
        return result;
    }

    static Object[] wrap(Object[] all) {
        return new Object[] {all, all[0]};
    }

    static List<IntList> lists(IntList list) {
        List<IntList> lists = new ArrayList<>();
        lists.add(list);
        lists.add(new IntList());
        return lists;
    }
}
