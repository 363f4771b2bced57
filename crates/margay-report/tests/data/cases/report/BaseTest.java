// Written by margay generate, which will write it anew.
package report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;

/** What Base does, path by path. */
class BaseTest {
    /** Case 1. */
    @Test
    @SuppressWarnings({"auxiliaryclass"})
    void secret_returns8() throws Exception {
        Base base = new Base(2);
        set(base, "secret", 8);

        int result = base.secret();

        assertEquals(8, result);
        assertEquals(2, base.hidden);
        assertEquals(9, get(base, "secret"));
    }

    /** Reads a field that source code may not use. */
    private static Object get(Object object, String name) throws Exception {
        return field(object.getClass(), name).get(object);
    }

    /** Sets a field that source code may not use. */
    private static void set(Object object, String name, Object value) throws Exception {
        field(object.getClass(), name).set(object, value);
    }

    /** A field of the class itself, or of another one that is named before it. */
    private static Field field(Class<?> type, String name) throws Exception {
        int dot = name.lastIndexOf('.');
        Class<?> owner = dot < 0 ? type : Class.forName(name.substring(0, dot));
        Field field = owner.getDeclaredField(name.substring(dot + 1));
        field.setAccessible(true);
        return field;
    }
}
