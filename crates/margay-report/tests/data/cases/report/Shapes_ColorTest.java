// Written by margay generate, which will write it anew.
package report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What Shapes.Color does, path by path. */
class Shapes_ColorTest {
    /** Case 1. */
    @Test
    void next_returnsGREEN() {
        Shapes.Color result = Shapes.Color.RED.next();

        assertEquals(Shapes.Color.GREEN, result);
    }
}
