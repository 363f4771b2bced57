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

    /** Spells out a text of Latin letters that was put off. */
    static void spell(byte[] letters, Object[] pieces) {
        StringBuilder text = new StringBuilder();
        for (Object piece : pieces) {
            text.append(piece);
        }
        Natives.found(letters, Natives.get(text.toString(), "value"));
    }
}
