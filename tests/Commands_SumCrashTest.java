// Written by margay generate, which will write it anew.
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Suspected crashes of Commands.Sum: exceptions that it neither declares nor throws itself. */
class Commands_SumCrashTest {
    private final InputStream keyboard = System.in;

    @AfterEach
    void releaseInput() {
        System.setIn(keyboard);
    }

    /** Lets the program read these bytes from standard input. */
    private static void feed(String bytes) {
        System.setIn(new ByteArrayInputStream(bytes.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** When {@code ... && stdin[2] == 10 && (byte) stdin[1] != 113 && (byte) stdin[1] == 43}. */
    @Test
    void main_whenByteStdin1Is43_throwsNumberFormatException() {
        String[] args = {"aa"};

        feed("\n+\n");
        assertThrows(NumberFormatException.class, () -> Commands.Sum.main(args));
    }
}
