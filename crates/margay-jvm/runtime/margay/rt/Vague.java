package margay.rt;

/** The message of an exception about values that are not decided. */
final class Vague {
    private Vague() {}

    /** Nobody can spell it out. */
    static void spell(byte[] letters) {
        Natives.refuse("it reads the message of an exception about values that are not decided");
    }
}
