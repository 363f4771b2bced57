package right;

import java.util.Objects;

/** A record that refuses what makes no sense: no test needs one that cannot be. */
public record Span(int low, long high, String name, int[] notes) {
    public Span {
        if (low > high) {
            throw new IllegalArgumentException("low > high");
        }
        Objects.requireNonNull(name);
    }

    public long width() {
        return high - low;
    }

    public boolean has(long x) {
        return low <= x && x <= high;
    }

    public int notesOrZero() {
        return notes == null ? 0 : notes.length;
    }
}
