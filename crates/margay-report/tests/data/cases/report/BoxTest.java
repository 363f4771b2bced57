// Written by margay generate, which will write it anew.
package report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What Box does, path by path. */
class BoxTest {
    /**
     * When {@code this.value.compareTo(other) < 0}.
     *
     * <p>Case 1.
     */
    @Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void max_whenValueCompareToOtherIsNegative_returns3() {
        Box box = new Box(3);

        Comparable<?> result = box.max(-4);

        assertEquals(3, result);
        assertEquals(3, box.value);
    }

    /**
     * When {@code other == null}.
     *
     * <p>Case 1.
     */
    @Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void same_whenOtherIsNull_returnsTrue() throws Exception {
        Box box = allocate(Box.class);

        boolean result = box.same((Object) null);

        assertTrue(result);
        assertNull(box.value);
    }

    /**
     * When {@code other != null}.
     *
     * <p>Case 2.
     */
    @Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void same_whenOtherIsNotNull_returnsFalse() throws Exception {
        Box box = allocate(Box.class);

        boolean result = box.same((Object) "x");

        assertFalse(result);
        assertNull(box.value);
    }

    /** Case 1. */
    @Test
    void of_returnsBox() {
        Box<?> result = Box.of("q");

        assertEquals("q", result.value);
    }

    /**
     * When {@code numbers.size() == 2}.
     *
     * <p>Case 1.
     */
    @Test
    void total_whenNumbersSizeIs2_returns3() {
        List<Integer> numbers = new ArrayList<>(Arrays.asList(3, null));

        int result = Box.total(numbers);

        assertEquals(3, result);
        assertIterableEquals(Arrays.asList(3, null, 3), numbers);
    }

    /**
     * When {@code numbers.isEmpty()}.
     *
     * <p>Case 2.
     */
    @Test
    void total_whenNumbersIsEmpty_returns0() {
        List<Integer> numbers = new ArrayList<>();

        int result = Box.total(numbers);

        assertEquals(0, result);
        assertIterableEquals(List.of(0), numbers);
    }

    /**
     * When {@code words.length == 3}.
     *
     * <p>Case 1.
     */
    @Test
    void count_whenWordsLengthIs3_returnsHashMap() {
        String[] words = {"a", null, "a"};
        Map<String, Integer> into = new HashMap<>();
        into.put("a", 1);
        into.put("b", 1);

        Map<String, Integer> result = Box.count(words, into);

        assertEquals(map(null, 1, "a", 3, "b", 1), result);
        assertArrayEquals(new String[] {"a", null, "a"}, words);
        assertEquals(Map.of("a", 1, "b", 1), into);
    }

    /**
     * When {@code values.length == 3}.
     *
     * <p>Case 1.
     */
    @Test
    void set_whenValuesLengthIs3_returnsHashSet() {
        Object[] values = {"a", '\u20ac', null};

        Set<Object> result = Box.set(values);

        assertEquals(new HashSet<>(Arrays.asList(null, "a", '\u20ac')), result);
        assertArrayEquals(new Object[] {"a", '\u20ac', null}, values);
    }

    /**
     * When {@code matrix.length == 2}.
     *
     * <p>Case 1.
     */
    @Test
    void transpose_whenMatrixLengthIs2_returnsIntArrayArray() {
        int[] ints0 = {1, 2};
        int[] ints1 = new int[2];
        int[][] matrix = {ints0, ints1};

        int[][] result = Box.transpose(matrix);

        assertArrayEquals(new int[][] {new int[] {1, 0}, new int[] {2, 0}}, result);
        assertArrayEquals(new int[][] {new int[] {1, 2}, new int[] {0, 0}}, matrix);
        assertArrayEquals(new int[] {1, 2}, ints0);
        assertArrayEquals(new int[] {0, 0}, ints1);
    }

    /**
     * When {@code all[0] == all}.
     *
     * <p>Case 1.
     */
    @Test
    void wrap_whenAll0IsAll_returnsObjectArray() {
        Object[] all = new Object[1];
        all[0] = all;

        Object[] result = Box.wrap(all);

        assertEquals(2, result.length);
        assertSame(all, result[0]);
        assertSame(all, result[1]);
        assertEquals(1, all.length);
        assertSame(all, all[0]);
    }

    /**
     * When {@code list != null}.
     *
     * <p>Case 1.
     */
    @Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void lists_whenListIsNotNull_returnsArrayList() throws Exception {
        IntList list = allocate(IntList.class);
        list.size = 9;

        List<IntList> result = Box.lists(list);

        List<Object> elements = new ArrayList<>(result);
        assertEquals(2, elements.size());
        assertSame(list, elements.get(0));
        IntList intList1 = assertInstanceOf(IntList.class, elements.get(1));
        assertNull(intList1.first);
        assertEquals(0, intList1.size);
        assertNull(list.first);
        assertEquals(9, list.size);
    }

    /** A map of keys, each followed by its value. */
    private static Map<Object, Object> map(Object... entries) {
        Map<Object, Object> map = new HashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put(entries[i], entries[i + 1]);
        }
        return map;
    }

    /** A new object whose constructor has not run. */
    private static <T> T allocate(Class<T> type) throws Exception {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field field = unsafe.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Method allocate = unsafe.getMethod("allocateInstance", Class.class);
        return type.cast(allocate.invoke(field.get(null), type));
    }
}
