import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Objects that take some making, and what is to be seen of them. */
public class Makers {
    private Makers() {}

    /** Nothing is built without a line, whatever a method looks at. */
    public static final class Letter {
        private final String name;
        private final List<String> lines;
        private boolean sent;

        private Letter(Builder builder) {
            name = builder.name;
            lines = List.copyOf(builder.lines);
        }

        public static Builder to(String name) {
            return new Builder(name);
        }

        public String name() {
            return name;
        }

        public boolean isSent() {
            return sent;
        }

        public void send() {
            if (sent) throw new IllegalStateException("sent already");
            sent = true;
        }

        public Optional<String> find(String wanted) {
            for (String line : lines) if (line.equals(wanted)) return Optional.of(line);
            return Optional.empty();
        }

        /** The builder. */
        public static final class Builder {
            private final String name;
            private final List<String> lines = new ArrayList<>();

            private Builder(String name) {
                this.name = name;
            }

            public Builder line(String line) {
                lines.add(line);
                return this;
            }

            public Letter build() {
                if (lines.isEmpty()) throw new IllegalStateException("no lines");
                return new Letter(this);
            }
        }
    }

    /** Of use only when all of it is set. */
    public static class Form {
        private String name;
        private String street;
        private String town;
        private int code;

        public void setName(String name) {
            this.name = name;
        }

        public void setStreet(String street) {
            this.street = street;
        }

        public void setTown(String town) {
            this.town = town;
        }

        public void setCode(int code) {
            this.code = code;
        }

        public boolean isComplete() {
            return name != null && street != null && town != null && code > 0;
        }
    }

    /** Abstract, with nothing to implement and nobody who does. */
    public abstract static class Decorator {
        private final StringBuilder inner;

        protected Decorator(StringBuilder inner) {
            if (inner == null) throw new IllegalArgumentException("nothing inside");
            this.inner = inner;
        }

        public int length() {
            return inner.length();
        }
    }

    /** Only an anonymous class extends it, which no test can name. */
    public abstract static class Rule {
        static final Collection<Rule> ALL = new ArrayList<>();

        static {
            Rule even = new Rule() {
                @Override
                protected boolean holds(int n) {
                    return n % 2 == 0;
                }
            };
            ALL.add(even);
        }

        protected abstract boolean holds(int n);

        public int count(int n) {
            return holds(n) ? 1 : 0;
        }
    }

    /** Keeps a log that others may read. */
    public static class Journal {
        private final List<String> entries = new ArrayList<>(Collections.emptyList());

        public void note(int number) {
            entries.add("note " + number);
        }

        public List<String> entries() {
            return Collections.unmodifiableList(entries);
        }
    }

    /** Numbers with a fraction, in messages. */
    public static class Scale {
        private final double factor;

        public Scale(double factor) {
            if (!(factor > 0)) throw new IllegalArgumentException("not positive: " + factor);
            this.factor = factor;
        }

        public double apply(double value) {
            return factor * value;
        }

        @Override
        public String toString() {
            return "Scale " + factor;
        }
    }

    /** What is behind it nobody can see. */
    public static class Sealed {
        private final int secret;

        public Sealed(int secret) {
            this.secret = secret;
        }

        public static Sealed of(String text) {
            return new Sealed(text.isBlank() ? 0 : 1);
        }

        @Override
        public int hashCode() {
            return secret;
        }
    }

    /** What many classes do, most of them without a name. */
    public interface Step {
        Step TWICE = new Step() {
            @Override
            public int apply(int n) {
                return 2 * n;
            }
        };
        Step HALF = new Step() {
            @Override
            public int apply(int n) {
                return n / 2;
            }
        };

        int apply(int n);
    }

    /** There is one of it, and that is handed out as something else. */
    public static final class Identity implements Step {
        private static final Step ONLY = new Identity();

        private Identity() {}

        public static Step get() {
            return ONLY;
        }

        @Override
        public int apply(int n) {
            return n;
        }
    }

    /** Needs one of them. */
    public static final class Machine {
        private final Step step;

        public Machine(Step step) {
            if (step == null) throw new IllegalArgumentException("no step");
            this.step = step;
        }

        public int run(int n) {
            return step.apply(n);
        }
    }
}
