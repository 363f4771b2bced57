package subjects;

/** A bank account with an overdraft. */
public class Account {
    /** Too little money. */
    public static class Overdrawn extends Exception {
        private static final long serialVersionUID = 1;
        final long missing;

        Overdrawn(long missing) {
            super("missing " + missing);
            this.missing = missing;
        }
    }

    private long balance;
    private int limit;
    private boolean closed;

    public void deposit(long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        if (closed) {
            throw new IllegalStateException("closed");
        }
        balance += amount;
    }

    public void withdraw(long amount) throws Overdrawn {
        if (amount > balance + limit) {
            throw new Overdrawn(amount - balance - limit);
        }
        balance -= amount;
    }

    public static boolean transfer(Account from, Account to, long amount) {
        try {
            from.withdraw(amount);
            to.deposit(amount);
            return true;
        } catch (Overdrawn e) {
            return e.missing < 10 && from != to;
        }
    }
}
