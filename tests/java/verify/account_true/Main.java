import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static class Account {
        int balance;

        void put(int n) {
            balance += n;
        }

        void take(int n) {
            if (n <= balance) {
                balance -= n;
                if (balance < 0) {
                    balance = 0;
                }
            }
        }
    }

    public static void main(String[] args) {
        Account a = new Account();
        a.put(100);
        a.take(Verifier.nondetInt());
        assert a.balance >= 0;
    }
}
