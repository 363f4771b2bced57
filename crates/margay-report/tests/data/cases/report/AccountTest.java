// Written by margay generate, which will write it anew.
package report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** What Account does, path by path. */
class AccountTest {
    /**
     * When {@code balance < 0}.
     *
     * <p>Case 1.
     */
    @Test
    void newAccount_whenBalanceIsNegative_throwsIllegalArgumentException() {
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> new Account(null, -1L));

        assertEquals("negative balance: -1", thrown.getMessage());
    }

    /**
     * When {@code balance >= 0}.
     *
     * <p>Case 2.
     */
    @Test
    void newAccount_whenBalanceIsAtLeast0_succeeds() throws Exception {
        Account result = new Account("Zo\u00eb \"\\u0041\"\n", 1099511627776L);

        assertEquals("Zo\u00eb \"\\u0041\"\n", get(result, "owner"));
        assertEquals(1099511627776L, get(result, "balance"));
        assertNull(get(result, "parent"));
    }

    /** Case 1. */
    @Test
    void deposit_returns() throws Exception {
        Account account = new Account(null, 0L);
        account.deposit(5L);

        account.deposit(7L);

        assertNull(get(account, "owner"));
        assertEquals(12L, get(account, "balance"));
        assertNull(get(account, "parent"));
    }

    /**
     * When {@code note != null /* *&#47; '\\u000a'}.
     *
     * <p>Case 2.
     */
    @Test
    void fee_whenNoteIsNotNullU000a_returns8() throws Throwable {
        Account account = allocate(Account.class);
        set(account, "owner", "a");
        set(account, "balance", 200L);

        int result = (int) call(account, "report.Account", "fee", "(ILjava/lang/String;)I", 3, "ab");

        assertEquals(8, result);
        assertEquals("a", get(account, "owner"));
        assertEquals(200L, get(account, "balance"));
        assertNull(get(account, "parent"));
    }

    /**
     * When {@code this.parent != null
     *     && this.parent.parent == null}.
     *
     * <p>Case 1.
     */
    @Test
    void root_whenParentParentIsNull_returnsAccount() throws Exception {
        Account account1 = new Account("top", 0L);
        Account account = new Account(null, 0L);
        account.setParent(account1);

        Account result = account.root();

        assertSame(account1, result);
        assertNull(get(account, "owner"));
        assertEquals(0L, get(account, "balance"));
        assertSame(account1, get(account, "parent"));
        assertEquals("top", get(account1, "owner"));
        assertEquals(0L, get(account1, "balance"));
        assertNull(get(account1, "parent"));
    }

    /**
     * When {@code path.isEmpty()}.
     *
     * <p>Case 1.
     */
    @Test
    void save_whenPathIsEmpty_throwsIOException() throws Exception {
        Account account = allocate(Account.class);

        IOException thrown = assertThrows(IOException.class, () -> account.save(""));

        assertEquals("no path", thrown.getMessage());
        assertNull(get(account, "owner"));
        assertEquals(0L, get(account, "balance"));
        assertNull(get(account, "parent"));
    }

    /**
     * When {@code !path.isEmpty()}.
     *
     * <p>Case 2.
     */
    @Test
    void save_whenNotPathIsEmpty_throwsFailure() throws Exception {
        Account account = allocate(Account.class);

        IllegalStateException thrown =
                assertThrows(IllegalStateException.class, () -> account.save("\ud800a"));

        assertEquals("report.Account$Failure", thrown.getClass().getName());
        assertNull(thrown.getMessage());
        assertNull(get(account, "owner"));
        assertEquals(0L, get(account, "balance"));
        assertNull(get(account, "parent"));
    }

    /**
     * When {@code this.balance > 1000000}.
     *
     * <p>Case 1.
     */
    @Test
    @SuppressWarnings({"deprecation", "removal"})
    void isRich_whenBalanceIsGreaterThan1000000_returnsTrue() throws Exception {
        Account account = allocate(Account.class);
        set(account, "balance", 1000001L);

        boolean result = account.isRich();

        assertTrue(result);
        assertNull(get(account, "owner"));
        assertEquals(1000001L, get(account, "balance"));
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
