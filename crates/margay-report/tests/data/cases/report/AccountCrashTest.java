// Written by margay generate, which will write it anew.
package report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** Suspected crashes of Account: exceptions that it neither declares nor throws itself. */
class AccountCrashTest {
    /**
     * When {@code note == null}.
     *
     * <p>Case 1.
     */
    @Test
    void fee_whenNoteIsNull_throwsNullPointerException() throws Exception {
        Account account = allocate(Account.class);
        set(account, "owner", "a");
        set(account, "balance", 5L);

        assertThrows(NullPointerException.class, () -> call(account, "report.Account", "fee", "(ILjava/lang/String;)I", 3, null));

        assertEquals("a", get(account, "owner"));
        assertEquals(5L, get(account, "balance"));
        assertNull(get(account, "parent"));
    }

    /** A new object whose constructor has not run. */
    private static <T> T allocate(Class<T> type) throws Exception {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field field = unsafe.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Method allocate = unsafe.getMethod("allocateInstance", Class.class);
        return type.cast(allocate.invoke(field.get(null), type));
    }

    /** Calls a method that source code may not call. */
    private static Object call(Object receiver, String type, String name,
            String descriptor, Object... arguments) throws Throwable {
        Class<?> owner = Class.forName(type);
        MethodType types =
                MethodType.fromMethodDescriptorString(descriptor, owner.getClassLoader());
        Method method = owner.getDeclaredMethod(name, types.parameterArray());
        method.setAccessible(true);
        try {
            return method.invoke(receiver, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
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
