/** Small classes whose states can be counted: what `state` shows after some calls. */
public class States {
    public static class Door {
        private boolean open;
        private boolean locked;

        public void open() {
            if (locked) {
                throw new IllegalStateException("locked");
            }
            open = true;
        }

        public void close() {
            open = false;
        }

        public void lock() {
            locked = !open;
        }

        public String state() {
            return open ? "open" : locked ? "locked" : "closed";
        }
    }

    public static class Turnstile {
        private int coins;
        private int passed;

        public void pay() {
            coins++;
        }

        public void push() {
            if (coins > 0) {
                coins--;
                passed++;
            }
        }

        public String state() {
            return (coins == 0 ? "0" : coins == 1 ? "1" : "2") + (passed == 0 ? "none" : passed == 1 ? "one" : "two");
        }
    }

    public static class Lamp {
        public enum Colour { RED, GREEN, BLUE }

        private Colour colour;
        private boolean on;

        public Lamp(Colour colour) {
            this.colour = colour == null ? Colour.RED : colour;
        }

        public void turn(Colour colour) {
            if (on) {
                this.colour = colour;
            }
        }

        public void toggle() {
            on = !on;
        }

        public String state() {
            return colour == null ? "none" : colour == Colour.RED ? "red" : colour == Colour.GREEN ? "green" : "blue";
        }
    }

    public static class Counter {
        private final int modulus;
        private int value;

        private Counter(int modulus) {
            this.modulus = modulus;
        }

        public static Counter of(int modulus) {
            if (modulus < 1) {
                throw new IllegalArgumentException();
            }
            return new Counter(modulus);
        }

        public void add(int step) {
            value = (value + step) % modulus;
        }

        public String state() {
            return modulus == 1 ? "one" : value == 0 ? "zero" : value == 1 ? "first" : "more";
        }
    }

    public static class Pair {
        private boolean left;
        private boolean right;

        public Pair(boolean left) {
            this.left = left;
        }

        public void set(boolean left, boolean right) {
            this.left = left;
            this.right = right;
        }

        public void swap() {
            boolean kept = left;
            left = right;
            right = kept;
        }

        public String state() {
            return left ? right ? "both" : "left" : right ? "right" : "none";
        }
    }

    public static class Elevator {
        private int floor;
        private int moves;

        public void up() {
            if (floor < 2) {
                floor++;
                moves++;
            }
        }

        public void down() {
            if (floor > 0) {
                floor--;
                moves++;
            }
        }

        public String state() {
            return (floor == 0 ? "ground" : floor == 1 ? "first" : "second") + (moves == 0 ? "" : moves == 1 ? " 1" : " 2");
        }
    }

    public static class Buffer {
        private final boolean[] items;
        private int size;

        public Buffer(int capacity) {
            items = new boolean[capacity];
        }

        public void push(boolean item) {
            items[size++] = item;
        }

        public void pop() {
            size--;
            if (size < 0) {
                throw new IllegalStateException();
            }
        }

        public String state() {
            String text = "";
            for (int i = 0; i < size; i++) {
                text += items[i] ? "1" : "0";
            }
            return text;
        }
    }

    public static class Latch {
        private boolean set;
        private boolean sealed;

        public Latch seal() {
            sealed = true;
            return this;
        }

        public Latch flip() {
            if (!sealed) {
                set = !set;
            }
            return this;
        }

        public String state() {
            return (set ? "set" : "clear") + (sealed ? "!" : "");
        }
    }

    public static class Vending {
        private int credit;
        private int sold;

        public Vending(boolean full) {
            sold = full ? 0 : 1;
        }

        public void insert(int coins) {
            if (coins < 0) {
                throw new IllegalArgumentException();
            }
            credit += coins;
        }

        public void buy() {
            if (credit < 2 || sold > 0) {
                throw new IllegalStateException();
            }
            credit -= 2;
            sold++;
        }

        public String state() {
            return (credit == 0 ? "none" : credit == 1 ? "one" : "more") + (sold > 0 ? " sold" : "");
        }
    }

    public static class Vote {
        private int yes;
        private int no;
        private boolean closed;

        public void cast(boolean vote) {
            if (closed) {
                return;
            }
            if (vote) {
                yes++;
            } else {
                no++;
            }
        }

        public void close() {
            closed = yes != no;
        }

        public String state() {
            return (yes > no ? "yes" : yes < no ? "no" : "open") + (closed ? "." : "");
        }
    }
}
