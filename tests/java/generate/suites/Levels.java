import java.util.Set;

/** What tests of plain things should look like. */
public class Levels {
    int level;

    public Levels(int level) {
        this.level = level;
    }

    public int getLevel() {
        return level;
    }

    public void setLevel(int level) {
        this.level = level;
    }

    public static int count(Set<String> names) {
        return names == null ? -1 : names.size();
    }

    public static int count(String[] names) {
        return names == null ? -1 : names.length;
    }

    public static void accept(String text, int index) {
        if (text.length() < 1) {
            throw new IllegalArgumentException("no text");
        }
        if (index > 1 && index < 3) {
            throw new IllegalStateException("no index");
        }
    }
}
