// Accounts, transfers, custom checked exceptions, rollback, statements.
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class BankSimulation {
    static class BankException extends Exception {
        BankException(String message) {
            super(message);
        }

        BankException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static final class InsufficientFunds extends BankException {
        final long missing;

        InsufficientFunds(String account, long missing) {
            super("account " + account + " lacks " + cents(missing));
            this.missing = missing;
        }
    }

    static String cents(long amount) {
        return (amount < 0 ? "-" : "") + Math.abs(amount) / 100 + "." + String.format("%02d", Math.abs(amount) % 100);
    }

    static abstract class Account {
        private final String id;
        protected long balance;
        private final List<String> history = new ArrayList<>();

        Account(String id, long opening) {
            this.id = id;
            balance = opening;
            record("open", opening);
        }

        protected void record(String what, long amount) {
            history.add(what + " " + cents(amount) + " -> " + cents(balance));
        }

        abstract long limit();

        void monthEnd() {
        }

        void deposit(long amount) {
            if (amount <= 0) {
                throw new IllegalArgumentException("deposit of " + cents(amount));
            }
            balance += amount;
            record("deposit", amount);
        }

        void withdraw(long amount) throws InsufficientFunds {
            if (balance - amount < limit()) {
                throw new InsufficientFunds(id, limit() - (balance - amount));
            }
            balance -= amount;
            record("withdraw", amount);
        }
    }

    static class Savings extends Account {
        private final double rate;

        Savings(String id, long opening, double rate) {
            super(id, opening);
            this.rate = rate;
        }

        @Override
        long limit() {
            return 0;
        }

        @Override
        void monthEnd() {
            long interest = Math.round(balance * rate / 12);
            balance += interest;
            record("interest", interest);
        }
    }

    static class Checking extends Account {
        Checking(String id, long opening) {
            super(id, opening);
        }

        @Override
        long limit() {
            return -50000;
        }

        @Override
        void monthEnd() {
            if (balance < 0) {
                long fee = 1500;
                balance -= fee;
                record("fee", fee);
            }
        }
    }

    static class Bank {
        private final Map<String, Account> accounts = new TreeMap<>();
        private int failures;

        void open(Account a) throws BankException {
            if (accounts.putIfAbsent(a.id, a) != null) {
                throw new BankException("duplicate account " + a.id);
            }
        }

        Account find(String id) throws BankException {
            Account a = accounts.get(id);
            if (a == null) {
                throw new BankException("no account " + id);
            }
            return a;
        }

        void transfer(String from, String to, long amount) throws BankException {
            Account source = find(from);
            long before = source.balance;
            boolean done = false;
            try {
                source.withdraw(amount);
                find(to).deposit(amount);
                done = true;
            } catch (IllegalArgumentException e) {
                throw new BankException("bad transfer", e);
            } finally {
                if (!done) {
                    failures++;
                    source.balance = before;
                    source.record("rollback", amount);
                }
            }
        }
    }

    public static void main(String[] args) throws BankException {
        Bank bank = new Bank();
        bank.open(new Checking("ann", 120000));
        bank.open(new Savings("bob", 500000, 0.03));
        bank.open(new Checking("cid", 0));
        String[] orders = {"ann bob 50000", "cid ann 60000", "bob cid 450000", "ann dee 100", "ann bob -5", "bob ann 200000", "ann cid 119999", "zed ann 1"};
        for (String order : orders) {
            String[] p = order.split(" ");
            try {
                bank.transfer(p[0], p[1], Long.parseLong(p[2]));
                System.out.println("ok " + order);
            } catch (InsufficientFunds e) {
                System.out.println("refused " + order + ": " + e.getMessage() + " (" + e.missing + ")");
            } catch (BankException e) {
                System.out.println("failed " + order + ": " + e.getMessage() + (e.getCause() == null ? "" : " because " + e.getCause().getMessage()));
            }
        }
        for (int month = 0; month < 3; month++) {
            bank.accounts.values().forEach(Account::monthEnd);
        }
        for (Account a : bank.accounts.values()) {
            System.out.println(a.id + " " + cents(a.balance) + " " + a.getClass().getSimpleName());
            a.history.forEach(h -> System.out.println("  " + h));
        }
        System.out.println(bank.failures);
        bank.open(new Savings("ann", 1, 0));
    }
}
