// Written by margay generate, which will write it anew.
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Commands.Sum does, path by path. */
class Commands_SumTest {
    private final PrintStream console = System.out;

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();

    @BeforeEach
    void captureOutput() {
        output.reset();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void releaseOutput() {
        System.setOut(console);
    }

    /** What the test has printed so far. */
    private String printed() {
        String text = output.toString(StandardCharsets.UTF_8);
        return text.replace(System.lineSeparator(), "\n");
    }

    private final InputStream keyboard = System.in;

    @AfterEach
    void releaseInput() {
        System.setIn(keyboard);
    }

    /** Lets the program read these bytes from standard input. */
    private static void feed(String bytes) {
        System.setIn(new ByteArrayInputStream(bytes.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** When {@code ... && stdin[1] < 127 && stdin[2] == 10 && (byte) stdin[1] == 113}. */
    @Test
    void main_whenByteStdin1Is113_returns() throws Exception {
        String[] args = {"aa"};

        feed("\nq\n");
        Commands.Sum.main(args);

        assertEquals("little\n", printed());
    }

    /** When {@code ... && ((byte) stdin[2] - 48 | 57 - (byte) stdin[2]) >>> 31 == 0}. */
    @Test
    void main_whenByteStdin1Is43_returns() throws Exception {
        String[] args = {"aa"};

        feed("\n+6\n");
        Commands.Sum.main(args);

        assertEquals("much\n", printed());
    }

    /** When {@code args.length < 1 && stdin[1] == 10}. */
    @Test
    void main_whenArgsLengthIsLessThan1AndStdin0Is10AndStdin1Is10_returns() throws Exception {
        String[] args = new String[0];

        feed("\n\n");
        Commands.Sum.main(args);

        assertEquals("little\n", printed());
    }

    /** When {@code ... && args[0].charAt(0) == '-' && args[0].charAt(1) == 'v' && stdin[1] == 10}. */
    @Test
    void main_whenArgs0CharAt1IsVAndStdin0Is10AndStdin1Is10_returns() throws Exception {
        String[] args = {"-v"};

        feed("\n\n");
        Commands.Sum.main(args);

        assertEquals("what is ?\nwhat is ?\nlittle\n", printed());
    }
}
