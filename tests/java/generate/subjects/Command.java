package subjects;

/** An interface of the project that an enum and a class implement. */
public interface Command {
    int run(int n);

    /** Commands without state. */
    enum Basic implements Command {
        SKIP,
        TWICE {
            @Override
            public int run(int n) {
                return 2 * n;
            }
        };

        @Override
        public int run(int n) {
            return n;
        }
    }

    /** A command that adds. */
    record Add(int more) implements Command {
        @Override
        public int run(int n) {
            return n + more;
        }
    }

    static int apply(Command command, int n) {
        if (command == Basic.SKIP) {
            return n;
        }
        return command.run(n) > 10 ? 1 : 0;
    }
}
