// Written by margay generate, which will write it anew.
package margay.java.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What String does, path by path. */
class StringTest {
    /** Case 1. */
    @Test
    void indexOf_returns3() {
        int result = "abcb".indexOf("b", 2);

        assertEquals(3, result);
    }

    /**
     * When {@code obj == null}.
     *
     * <p>Case 1.
     */
    @Test
    void valueOf_whenObjIsNull_returnsNull() {
        String result = String.valueOf((Object) null);

        assertEquals("null", result);
    }
}
