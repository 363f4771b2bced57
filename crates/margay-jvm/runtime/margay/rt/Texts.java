package margay.rt;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Texts that are put together. */
final class Texts {
    private Texts() {}

    /** The pieces, one after the other, as a new text; null reads as it does in a concatenation. */
    static String concat(String[] pieces) {
        StringBuilder text = new StringBuilder();
        for (String piece : pieces) {
            text.append(piece);
        }
        return text.toString();
    }

    /** How many texts are being spelled out: nothing is put off meanwhile. */
    private static int spelling;

    /** Spells out a text of Latin letters that was put off. */
    static void spell(byte[] letters, Object[] pieces) {
        Natives.found(letters, joined(pieces));
    }

    /** Spells out what a builder holds that was put off. */
    static void fill(byte[] letters, Object builder, Object[] pieces) {
        byte[] joined = joined(pieces);
        Natives.setInt(builder, "count", joined.length);
        Natives.found(letters, joined);
    }

    /** Spells out the text of a value, such as a date. */
    static void describe(byte[] letters, Object value) {
        spelling++;
        Object found = Natives.get(value.toString(), "value");
        spelling--;
        Natives.found(letters, found);
    }

    private static byte[] joined(Object[] pieces) {
        spelling++;
        StringBuilder text = new StringBuilder();
        for (Object piece : pieces) {
            text.append(piece);
        }
        byte[] letters = (byte[]) Natives.get(text.toString(), "value");
        spelling--;
        return letters;
    }

    /** {@code Integer.parseInt} of Latin letters that are not decided. */
    static int parseInt(String text) {
        byte[] letters = (byte[]) Natives.get(text, "value");
        return letters.length > 9 ? (int) parseSlowly(text, false) : (int) parse(text, letters);
    }

    /** {@code Long.parseLong} of Latin letters that are not decided. */
    static long parseLong(String text) {
        byte[] letters = (byte[]) Natives.get(text, "value");
        return letters.length > 18 ? parseSlowly(text, true) : parse(text, letters);
    }

    /** {@code Charset.lookup} of Latin letters that are not decided: the name that most programs use, then all others. */
    static Charset charset(String name) {
        if (name.equals("UTF-8")) {
            return StandardCharsets.UTF_8;
        }
        spelling++;
        try {
            return Charset.isSupported(name) ? Charset.forName(name) : null;
        } finally {
            spelling--;
        }
    }

    /**
     * {@code String.hashCode} of Latin letters that are not decided: the JDK's own asks whether it is 0, to remember that. Who asks for
     * it will look the text up: it may be one of those that the program knows.
     */
    static int hash(String text) {
        byte[] letters = (byte[]) Natives.get(text, "value");
        String known;
        for (int number = 0; (known = Natives.mentioned(number)) != null; number++) {
            if (letters.length == known.length() && areThose(letters, known)) {
                return known.hashCode();
            }
        }
        int hash = 0;
        for (byte letter : letters) {
            hash = 31 * hash + (letter & 0xff);
        }
        return hash;
    }

    /** Whether as many letters are those of a text, by one question. */
    private static boolean areThose(byte[] letters, String text) {
        int different = 0;
        for (int at = 0; at < text.length(); at++) {
            different |= (letters[at] & 0xff) ^ text.charAt(at);
        }
        return different == 0;
    }

    /** The number, by the JDK's own code, which asks for each letter whether it is a digit. */
    private static long parseSlowly(String text, boolean isLong) {
        spelling++;
        try {
            return isLong ? Long.parseLong(text) : Integer.parseInt(text);
        } finally {
            spelling--;
        }
    }

    /** The number, by one question: whether the letters are one. There are too few of them to overflow. */
    private static long parse(String text, byte[] letters) {
        int length = letters.length;
        int minus = 0;
        int bad = 1;
        long value = 0;
        if (length > 0) {
            int first = letters[0] & 0xff;
            minus = ((first ^ '-') - 1) >>> 31;
            int sign = minus | ((first ^ '+') - 1) >>> 31;
            int digit = first - '0';
            bad = (digit | 9 - digit) >>> 31;
            value = digit & bad - 1;
            bad = length > 1 ? bad & ~sign : bad;
        }
        for (int at = 1; at < length; at++) {
            int digit = (letters[at] & 0xff) - '0';
            bad |= (digit | 9 - digit) >>> 31;
            value = value * 10 + digit;
        }
        if (bad != 0) {
            throw new NumberFormatException("For input string: \"" + text + "\"");
        }
        return (value ^ -minus) + minus;
    }
}
