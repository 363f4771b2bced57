package right;

/** Assert statements that tests are run with, or without; and a default that no constant leads to. */
public class Asserted {
    /** The states of a job. */
    public enum State {
        NEW,
        RUNNING,
        DONE
    }

    private State state = State.NEW;
    private int steps;

    public static int half(int n) {
        assert n >= 0 : "negative";
        return n / 2;
    }

    public static int sign(int n) {
        assert n != 7;
        if (n == 7) {
            return 7;
        }
        return n < 0 ? -1 : 1;
    }

    public void next(String why) {
        assert why != null;
        steps += why.length() > 3 ? 2 : 1;
        state =
                switch (state) {
                    case NEW -> State.RUNNING;
                    case RUNNING, DONE -> State.DONE;
                };
    }

    public String label() {
        return switch (state) {
            case NEW -> "new";
            case RUNNING -> "running";
            case DONE -> "done after " + steps;
        };
    }
}
