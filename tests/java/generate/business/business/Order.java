package business;

/** An order on its way: a state machine. */
public class Order {
    public enum State {
        NEW, PAID, SHIPPED, DELIVERED, CANCELLED;

        public boolean isFinal() {
            return this == DELIVERED || this == CANCELLED;
        }
    }

    private State state = State.NEW;
    private int attempts;

    public State getState() {
        return state;
    }

    public int getAttempts() {
        return attempts;
    }

    public void pay(int cents) {
        require(State.NEW);
        attempts++;
        if (cents < 100) {
            if (attempts == 3) {
                state = State.CANCELLED;
            }
            return;
        }
        state = State.PAID;
    }

    public void ship() {
        require(State.PAID);
        state = State.SHIPPED;
    }

    public void deliver(boolean signed) {
        require(State.SHIPPED);
        state = signed ? State.DELIVERED : State.PAID;
    }

    public void cancel() {
        switch (state) {
            case NEW:
            case PAID:
                state = State.CANCELLED;
                break;
            case CANCELLED:
                break;
            default:
                throw new IllegalStateException("too late to cancel: " + state);
        }
    }

    public boolean isDone() {
        return state.isFinal();
    }

    private void require(State expected) {
        if (state != expected) {
            throw new IllegalStateException("expected " + expected + " but was " + state);
        }
    }
}
