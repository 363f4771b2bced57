package business;

import java.util.ArrayList;
import java.util.List;

/** A bank account that can be frozen and closed. */
public class Account {
    public enum Status { OPEN, FROZEN, CLOSED }

    private final String owner;
    private long balance;
    private Status status = Status.OPEN;
    private final List<Long> history = new ArrayList<>();

    public Account(String owner) {
        if (owner == null || owner.isBlank()) {
            throw new IllegalArgumentException("an account needs an owner");
        }
        this.owner = owner;
    }

    public String getOwner() {
        return owner;
    }

    public long getBalance() {
        return balance;
    }

    public Status getStatus() {
        return status;
    }

    public void deposit(long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount must be positive");
        }
        requireOpen();
        balance += amount;
        history.add(amount);
    }

    public boolean withdraw(long amount) {
        requireOpen();
        if (amount <= 0 || amount > balance) {
            return false;
        }
        balance -= amount;
        history.add(-amount);
        return true;
    }

    public void transfer(Account to, long amount) {
        if (to == this) {
            return;
        }
        if (withdraw(amount)) {
            to.deposit(amount);
        }
    }

    public void freeze() {
        if (status == Status.CLOSED) {
            throw new IllegalStateException("closed");
        }
        status = Status.FROZEN;
    }

    public void close() {
        if (balance != 0) {
            throw new IllegalStateException("not empty");
        }
        status = Status.CLOSED;
    }

    public long largest() {
        long largest = 0;
        for (long amount : history) {
            if (amount > largest) {
                largest = amount;
            }
        }
        return largest;
    }

    private void requireOpen() {
        if (status != Status.OPEN) {
            throw new IllegalStateException("account is " + status);
        }
    }
}
