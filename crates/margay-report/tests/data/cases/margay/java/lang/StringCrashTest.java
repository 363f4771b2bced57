// Written by margay generate, which will write it anew.
package margay.java.lang;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Suspected crashes of String: exceptions that it neither declares nor throws itself. */
class StringCrashTest {
    /**
     * When {@code str == null}.
     *
     * <p>Case 2.
     */
    @Test
    void indexOf_whenStrIsNull_throwsNullPointerException() {
        assertThrows(NullPointerException.class, () -> "".indexOf((String) null, 0));
    }
}
