package margay.rt;

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

    /** Spells out a text of Latin letters that was put off; what would be put off again is appended. */
    static void spell(byte[] letters, Object[] pieces) {
        StringBuilder text = new StringBuilder();
        for (Object piece : pieces) {
            if (piece instanceof Integer number) {
                text.append(number.intValue());
            } else if (piece instanceof Long number) {
                text.append(number.longValue());
            } else {
                text.append(piece);
            }
        }
        Natives.found(letters, Natives.get(text.toString(), "value"));
    }
}
