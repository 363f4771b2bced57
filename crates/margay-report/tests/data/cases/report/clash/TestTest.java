// Written by margay generate, which will write it anew.
package report.clash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** What Test does, path by path. */
class TestTest {
    /**
     * When {@code o != null}.
     *
     * <p>Case 1.
     */
    @org.junit.jupiter.api.Test
    @SuppressWarnings({"auxiliaryclass"})
    void text_whenOIsNotNull_returns3o() throws Exception {
        Object o = allocate(Object.class);

        java.lang.String result = Test.text(o);

        assertEquals("3o", result);
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
