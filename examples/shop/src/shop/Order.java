package shop;

/** An order on its way from the cart to the customer. */
public final class Order {
    /** Where an order is. */
    public enum State { OPEN, PAID, SENT, CANCELLED }

    private final int total;
    private int paid;
    private State state = State.OPEN;

    /** An order to be paid. */
    public Order(int total) {
        if (total < 0) {
            throw new IllegalArgumentException("a total is not negative");
        }
        this.total = total;
    }

    public State getState() {
        return state;
    }

    public int getPaid() {
        return paid;
    }

    /** Pays a part; gives what is too much. */
    public int pay(int amount) {
        if (state != State.OPEN || amount <= 0) {
            return amount;
        }
        int missing = total - paid;
        if (amount < missing) {
            paid += amount;
            return 0;
        }
        paid = total;
        state = State.PAID;
        return amount - missing;
    }

    /** Sends what is paid for. */
    public boolean send() {
        if (state != State.PAID) {
            return false;
        }
        state = State.SENT;
        return true;
    }
}
