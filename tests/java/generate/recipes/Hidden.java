package recipes;

/** A private constructor. */
public class Hidden {
    private int value;

    private Hidden(int value) {
        this.value = value;
    }

    public static Hidden of(int value) {
        return new Hidden(value);
    }

    public boolean isBig() {
        return value > 100;
    }
}
