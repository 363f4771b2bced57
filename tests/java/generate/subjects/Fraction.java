package subjects;

/** A fraction in lowest terms. */
public class Fraction implements Comparable<Fraction> {
    private final int num;
    private final int den;

    public Fraction(int num, int den) {
        if (den == 0) {
            throw new ArithmeticException("zero denominator");
        }
        int sign = den < 0 ? -1 : 1;
        this.num = sign * num;
        this.den = sign * den;
    }

    public boolean isInteger() {
        return num % den == 0;
    }

    public Fraction inverse() {
        return new Fraction(den, num);
    }

    @Override
    public int compareTo(Fraction other) {
        return Long.compare((long) num * other.den, (long) other.num * den);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fraction f && num == f.num && den == f.den;
    }

    @Override
    public int hashCode() {
        return 31 * num + den;
    }

    @Override
    public String toString() {
        return num + "/" + den;
    }
}
