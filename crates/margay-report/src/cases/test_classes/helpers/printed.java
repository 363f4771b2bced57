private final #java.io.PrintStream# console = #java.lang.System#.out;

private final #java.io.ByteArrayOutputStream# output = new #java.io.ByteArrayOutputStream#();

@#before#
#modifier#void captureOutput() {
    output.reset();
    #java.lang.System#.setOut(new #java.io.PrintStream#(output, true, #java.nio.charset.StandardCharsets#.UTF_8));
}

@#after#
#modifier#void releaseOutput() {
    #java.lang.System#.setOut(console);
}

/** What the test has printed so far. */
private #java.lang.String# printed() {
    #java.lang.String# text = output.toString(#java.nio.charset.StandardCharsets#.UTF_8);
    return text.replace(#java.lang.System#.lineSeparator(), "\n");
}
