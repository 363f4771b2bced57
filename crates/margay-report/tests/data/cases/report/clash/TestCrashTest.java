// Written by margay generate, which will write it anew.
package report.clash;

import static org.junit.jupiter.api.Assertions.assertThrows;

/** Suspected crashes of Test: exceptions that it neither declares nor throws itself. */
class TestCrashTest {
    /**
     * When {@code o == null}.
     *
     * <p>Case 2.
     */
    @org.junit.jupiter.api.Test
    @SuppressWarnings({"auxiliaryclass"})
    void text_whenOIsNull_throwsNullPointerException() {
        assertThrows(NullPointerException.class, () -> Test.text(null));
    }
}
