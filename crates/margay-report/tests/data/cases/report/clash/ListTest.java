// Written by margay generate, which will write it anew.
package report.clash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;

/** What List does, path by path. */
class ListTest {
    /** Case 1. */
    @org.junit.jupiter.api.Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void names_returnsArrayList() throws Exception {
        List list = allocate(List.class);
        java.util.List arrayList = new ArrayList<>(java.util.List.of("a"));
        list.names = arrayList;

        java.util.List<java.lang.String> result = list.names("b");

        assertSame(arrayList, result);
        assertEquals(1, list.size);
        assertSame(arrayList, list.names);
        assertIterableEquals(java.util.List.of("a", "b"), arrayList);
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
