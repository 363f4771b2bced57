package margay.rt;

/** Texts that are made by a format. */
final class Formats {
    private Formats() {}

    /** Spells out a text of Latin letters that was put off. */
    static void spell(byte[] letters, String format, Object[] arguments) {
        Natives.found(letters, Natives.get(String.format(format, arguments), "value"));
    }
}
