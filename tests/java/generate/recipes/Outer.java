package recipes;

/** Objects that belong to another one. */
public class Outer {
    private int limit;

    public Outer(int limit) {
        this.limit = limit;
    }

    public class Inner {
        private int amount;

        public Inner(int amount) {
            this.amount = amount;
        }

        public boolean isOver() {
            return amount > limit;
        }
    }
}
