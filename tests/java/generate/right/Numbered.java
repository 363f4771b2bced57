package right;

import java.util.concurrent.atomic.AtomicLong;

/** Objects that are numbered when they are made: what is made before a test must not matter. */
public class Numbered {
    private static final AtomicLong MADE = new AtomicLong();
    private static int next = 1;

    private final long serial = MADE.getAndIncrement();
    private final int id = next++;
    private final String title;

    public Numbered(String title) {
        this.title = title;
    }

    public int getId() {
        return id;
    }

    public long getSerial() {
        return serial;
    }

    public Numbered copy() {
        return new Numbered(title + "'");
    }

    public boolean isBefore(Numbered other) {
        return id < other.id;
    }
}
