package right;

/** All that it offers is declared by a superclass that others cannot see. */
public class Derived extends Basis {
    public Derived() {
        super(3);
    }
}

class Basis {
    final int factor;

    Basis(int factor) {
        this.factor = factor;
    }

    public int scale(int x) {
        return x > 10 ? x * factor : x;
    }
}

abstract class Holder<T extends Comparable<T>> {
    T held;

    public boolean isLess(T other) {
        return held != null && other != null && held.compareTo(other) < 0;
    }
}

/** Says what the type parameter of its superclass is. */
class IntHolder extends Holder<Integer> {}
