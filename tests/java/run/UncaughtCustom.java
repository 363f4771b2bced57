// A custom unchecked exception with its own toString, thrown from a constructor in nested calls.
public class UncaughtCustom {
    static class Rejected extends RuntimeException {
        final int code;

        Rejected(int code) {
            super("code " + code);
            this.code = code;
        }

        @Override
        public String toString() {
            return "Rejected<" + code + ">";
        }
    }

    static class Order {
        final int amount;

        Order(int amount) {
            if (amount > 2) {
                throw new Rejected(amount * 111);
            }
            this.amount = amount;
        }
    }

    static Order make(int depth) {
        return depth == 0 ? new Order(depth) : new Order(make(depth - 1).amount + 1);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            System.out.println(make(i).amount);
        }
    }
}
