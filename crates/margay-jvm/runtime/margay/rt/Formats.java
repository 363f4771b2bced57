package margay.rt;

import java.util.Formatter;

/** Texts that are made by a format. */
final class Formats {
    private Formats() {}

    /** Spells out a text of Latin letters that was put off. */
    static void spell(byte[] letters, String format, Object[] arguments) {
        String text = new Formatter().format(format, arguments).toString();
        Natives.found(letters, Natives.get(text, "value"));
    }
}
