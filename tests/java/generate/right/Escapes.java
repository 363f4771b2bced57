package right;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Older versions of the library take a sign for a digit of an escape, newer ones refuse it. */
public class Escapes {
    public static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
