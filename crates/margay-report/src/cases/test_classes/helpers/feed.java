private final #java.io.InputStream# keyboard = #java.lang.System#.in;

@#after#
#modifier#void releaseInput() {
    #java.lang.System#.setIn(keyboard);
}

/** Lets the program read these bytes from standard input. */
private static void feed(#java.lang.String# bytes) {
    #java.lang.System#.setIn(new #java.io.ByteArrayInputStream#(bytes.getBytes(#java.nio.charset.StandardCharsets#.ISO_8859_1)));
}
