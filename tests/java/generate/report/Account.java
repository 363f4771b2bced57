package report;

import java.io.IOException;

/** Private state behind constructors and methods, and exceptions of several kinds. */
public class Account {
    private final String owner;
    private long balance;
    private Account parent;

    public Account(String owner, long balance) {
        if (balance < 0) {
            throw new IllegalArgumentException("negative balance: " + balance);
        }
        this.owner = owner;
        this.balance = balance;
    }

    public void deposit(long amount) {
        balance += amount;
    }

    public void setParent(Account parent) {
        this.parent = parent;
    }

    private int fee(int percent, String note) {
        return (int) (balance * percent / 100) + note.length();
    }

    public Account root() {
        return parent == null ? this : parent.root();
    }

    void save(String path) throws IOException {
        if (path.isEmpty()) {
            throw new IOException("no path");
        }
        throw new Failure();
    }

    @Deprecated
    boolean isRich() {
        return balance > 1_000_000;
    }

    private static class Failure extends IllegalStateException {
        private static final long serialVersionUID = 1;
    }
}
