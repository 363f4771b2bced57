// Written by margay generate, which will write it anew.
package report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** What IntList does, path by path. */
class IntListTest {
    /**
     * When {@code this.first != null}.
     *
     * <p>Case 2; decisions 1; lines 14-17.
     */
    @Test
    void removeFirst_whenFirstIsNotNull_returns5() throws Exception {
        IntList intList = new IntList();
        IntList.Node node = allocate(IntList.Node.class);
        node.data = 5;
        node.next = node;
        intList.first = node;
        intList.size = 1;

        int result = intList.removeFirst();

        assertEquals(5, result);
        assertSame(node, intList.first);
        assertEquals(0, intList.size);
        assertEquals(5, node.data);
        assertSame(node, node.next);
    }

    /** Case 1. */
    @Test
    void add_returnsThis() throws Exception {
        IntList intList = allocate(IntList.class);

        IntList result = intList.add(-3);

        assertSame(intList, result);
        IntList.Node node = intList.first;
        assertEquals(1, intList.size);
        assertEquals(-3, node.data);
        assertNull(node.next);
    }

    /**
     * When {@code this.first != null
     *     && this.first.data == data}.
     *
     * <p>Case 1.
     */
    @Test
    void find_whenFirstDataIsData_returnsNode() throws Exception {
        IntList intList = allocate(IntList.class);
        IntList.Node node = allocate(IntList.Node.class);
        intList.first = node;
        intList.size = 1;
        node.data = 7;

        IntList.Node result = intList.find(7);

        assertSame(node, result);
        assertSame(node, intList.first);
        assertEquals(1, intList.size);
        assertEquals(7, node.data);
        assertNull(node.next);
    }

    /**
     * When {@code this.first == null}.
     *
     * <p>Case 2.
     */
    @Test
    void find_whenFirstIsNull_returnsNull() throws Exception {
        IntList intList = allocate(IntList.class);

        IntList.Node result = intList.find(7);

        assertNull(result);
        assertNull(intList.first);
        assertEquals(0, intList.size);
    }

    /**
     * When {@code from != null}.
     *
     * <p>Case 1.
     */
    @Test
    void copy_whenFromIsNotNull_returnsNode() throws Exception {
        IntList.Node from = allocate(IntList.Node.class);
        from.data = 1;
        IntList.Node node1 = allocate(IntList.Node.class);
        from.next = node1;
        node1.data = 2;

        IntList.Node result = IntList.copy(from);

        assertEquals(1, result.data);
        IntList.Node node3 = result.next;
        assertEquals(2, node3.data);
        assertNull(node3.next);
        assertEquals(1, from.data);
        assertSame(node1, from.next);
        assertEquals(2, node1.data);
        assertNull(node1.next);
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
