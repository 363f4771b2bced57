// Written by margay generate, which will write it anew.
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;

/** What Test does, path by path. */
class TestTest {
    /** Case 1. */
    @org.junit.jupiter.api.Test
    void getValue_returns3() throws Exception {
        Test test = new Test(3);

        int result = test.getValue();

        assertEquals(3, result);
        assertEquals(3, get(test, "value"));
    }

    /** Reads a field that source code may not use. */
    private static Object get(Object object, String name) throws Exception {
        return field(object.getClass(), name).get(object);
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
