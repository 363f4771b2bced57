// Written by margay generate, which will write it anew.
package report;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Suspected crashes of Box: exceptions that it neither declares nor throws itself. */
class BoxCrashTest {
    /**
     * When {@code values == null}.
     *
     * <p>Case 2.
     */
    @Test
    void set_whenValuesIsNull_throwsNullPointerException() {
        assertThrows(NullPointerException.class, () -> Box.set((Object[]) null));
    }
}
