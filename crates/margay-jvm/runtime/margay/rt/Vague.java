package margay.rt;

/** Messages of exceptions about values that are not decided, spelled out where somebody reads them. */
final class Vague {
    private Vague() {}

    static void index(byte[] letters, int index, int length) {
        Texts.spell(letters, new Object[] {"Index ", index, " out of bounds for length ", length});
    }

    static void size(byte[] letters, int size) {
        Texts.spell(letters, new Object[] {size});
    }

    /** Nobody can spell it out. */
    static void nothing(byte[] letters) {
        Natives.refuse("it reads the message of an exception about values that are not decided");
    }
}
