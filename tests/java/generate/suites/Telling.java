/** Constants on which it shows that they were asked before. */
public final class Telling {
    public static final Telling FIRST = new Telling("first");

    private final String name;
    private int asked;
    private String told;

    private Telling(String name) {
        this.name = name;
    }

    /** Counts. */
    public int ask() {
        if (asked < 100) {
            asked++;
        }
        return asked;
    }

    /** Says something else the first time. */
    public String tell() {
        if (told == null) {
            told = name;
            return "once: " + name;
        }
        return told;
    }
}
