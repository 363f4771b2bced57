import java.time.LocalDate;

/** Its constructor refuses many names before the dates are looked at, which are refused too before there is one. */
public class Deadline {
    private final String name;
    private final LocalDate due;
    private boolean done;

    public Deadline(String name, LocalDate due) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("no name");
        }
        this.name = name.strip();
        this.due = due;
    }

    public Deadline complete() {
        if (done) {
            throw new IllegalStateException("done before");
        }
        done = true;
        return this;
    }

    public boolean isOver(LocalDate today) {
        return !done && due != null && due.isBefore(today);
    }

    @Override
    public String toString() {
        return done ? name + ", done" : name;
    }
}
