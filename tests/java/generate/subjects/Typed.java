package subjects;

/** A generic class, and subclasses that fix its type arguments. */
public class Typed<L, R> {
    public final L left;
    public final R right;

    public Typed(L left, R right) {
        this.left = left;
        this.right = right;
    }

    public boolean isLeft(Object other) {
        return left.equals(other);
    }

    /** Takes less than its superclass holds. */
    public static final class Named extends Typed<String, Integer> {
        public Named(String name, Integer number) {
            super(name, number);
        }
    }

    /** Turns the arguments round. */
    public static final class Turned<A, B extends Number> extends Typed<B, A> {
        public Turned(A first, B second) {
            super(second, first);
        }
    }

    public static int number(Typed<?, ?> typed) {
        if (typed instanceof Named named) {
            return named.right == null ? 0 : named.right + named.left.length();
        }
        return typed.right == null ? 1 : 2;
    }
}
