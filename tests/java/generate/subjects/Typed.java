package subjects;

import java.util.function.Supplier;

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

    /** Gives what others do not want. */
    public static final class Numbers implements Supplier<Integer> {
        int number;

        @Override
        public Integer get() {
            return number;
        }
    }

    public static <T extends CharSequence> T orElse(T text, Supplier<T> other) {
        return text == null || text.length() == 0 ? other.get() : text;
    }

    public static <T> int position(T start, Comparable<T> value) {
        return value.compareTo(start) < 0 ? -1 : 1;
    }

    public static int number(Typed<?, ?> typed) {
        if (typed instanceof Named named) {
            return named.right == null ? 0 : named.right + named.left.length();
        }
        return typed.right == null ? 1 : 2;
    }
}
