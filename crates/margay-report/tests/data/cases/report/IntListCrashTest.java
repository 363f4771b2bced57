// Written by margay generate, which will write it anew.
package report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Suspected crashes of IntList: exceptions that it neither declares nor throws itself. */
class IntListCrashTest {
    /**
     * When {@code this.first == null}.
     *
     * <p>Case 1; decisions 0; lines 14.
     */
    @Test
    void removeFirst_whenFirstIsNull_throwsNullPointerException() {
        IntList intList = new IntList();

        assertThrows(NullPointerException.class, () -> intList.removeFirst());

        assertNull(intList.first);
        assertEquals(0, intList.size);
    }
}
