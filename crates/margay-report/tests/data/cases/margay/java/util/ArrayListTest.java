// Written by margay generate, which will write it anew.
package margay.java.util;

import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What ArrayList does, path by path. */
class ArrayListTest {
    /**
     * When {@code o != null}.
     *
     * <p>Case 1.
     */
    @Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void remove_whenOIsNotNull_returnsTrue() {
        ArrayList arrayList = new ArrayList<>(Arrays.asList("x", null));

        boolean result = arrayList.remove((Object) "x");

        assertTrue(result);
        assertIterableEquals(Arrays.asList((Object) null), arrayList);
    }

    /**
     * When {@code index >= this.size}.
     *
     * <p>Case 1.
     */
    @Test
    @SuppressWarnings({"rawtypes", "unchecked"})
    void remove_whenIndexIsAtLeastSize_throwsIndexOutOfBoundsException() {
        ArrayList arrayList = new ArrayList<>();

        assertThrows(IndexOutOfBoundsException.class, () -> arrayList.remove(0));

        assertIterableEquals(List.of(), arrayList);
    }

    // Left out: case 1 of grow: java.util.ArrayList.grow is not for all to call.
}
