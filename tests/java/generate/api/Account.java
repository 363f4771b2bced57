import java.util.ArrayList;
import java.util.List;

/** Private fields that only its own code sets. */
public class Account {
    enum Status { ACTIVE, FROZEN }

    private final String owner;
    private long balance;
    private Status status = Status.ACTIVE;
    private final List<Long> history = new ArrayList<>();

    public Account(String owner) {
        if (owner == null || owner.isEmpty()) {
            throw new IllegalArgumentException("owner");
        }
        this.owner = owner;
    }

    public void deposit(long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount " + amount);
        }
        balance += amount;
        history.add(amount);
    }

    public void withdraw(long amount) {
        if (status == Status.FROZEN) {
            throw new IllegalStateException("frozen");
        }
        if (amount > balance) {
            throw new IllegalArgumentException("insufficient");
        }
        balance -= amount;
        history.add(-amount);
    }

    public void transfer(Account to, long amount) {
        withdraw(amount);
        to.deposit(amount);
    }

    public void freeze() {
        status = Status.FROZEN;
    }

    public long largest() {
        long most = 0;
        for (long entry : history) {
            if (entry > most) {
                most = entry;
            }
        }
        return most;
    }

    /** Not so for any account that a program can make. */
    public boolean isBroken() {
        return status == null || owner.isEmpty() || balance < 0 && history.isEmpty();
    }
}
