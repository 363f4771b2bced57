/** Has constants, and other objects beside them. */
public final class Chances {
    public static final Chances NEVER = new Chances(0);
    public static final Chances ALWAYS = new Chances(1);

    private final double value;

    public Chances(double value) {
        if (value < 0 || value > 1) {
            throw new IllegalArgumentException("no chance");
        }
        this.value = value;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (other == null || getClass() != other.getClass()) {
            return false;
        }
        return Double.compare(((Chances) other).value, value) == 0;
    }

    @Override
    public int hashCode() {
        return value > 0 ? 1 : 0;
    }
}
