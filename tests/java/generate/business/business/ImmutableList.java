package business;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** A list that never changes: each operation gives another one. */
public abstract class ImmutableList<T> implements Iterable<T> {
    private static final ImmutableList<Object> EMPTY = new Empty();

    private ImmutableList() {
    }

    @SuppressWarnings("unchecked")
    public static <T> ImmutableList<T> empty() {
        return (ImmutableList<T>) EMPTY;
    }

    public static <T> ImmutableList<T> of(T element) {
        return ImmutableList.<T>empty().prepend(element);
    }

    public ImmutableList<T> prepend(T element) {
        if (element == null) {
            throw new IllegalArgumentException("null");
        }
        return new Cell<>(element, this);
    }

    public abstract boolean isEmpty();

    public abstract T head();

    public abstract ImmutableList<T> tail();

    public int size() {
        int size = 0;
        for (ImmutableList<T> list = this; !list.isEmpty(); list = list.tail()) {
            size++;
        }
        return size;
    }

    public boolean contains(T element) {
        for (T own : this) {
            if (own.equals(element)) {
                return true;
            }
        }
        return false;
    }

    public ImmutableList<T> reverse() {
        ImmutableList<T> reversed = empty();
        for (T element : this) {
            reversed = reversed.prepend(element);
        }
        return reversed;
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<T>() {
            private ImmutableList<T> rest = ImmutableList.this;

            @Override
            public boolean hasNext() {
                return !rest.isEmpty();
            }

            @Override
            public T next() {
                T element = rest.head();
                rest = rest.tail();
                return element;
            }
        };
    }

    private static final class Empty extends ImmutableList<Object> {
        @Override
        public boolean isEmpty() {
            return true;
        }

        @Override
        public Object head() {
            throw new NoSuchElementException("empty list");
        }

        @Override
        public ImmutableList<Object> tail() {
            throw new NoSuchElementException("empty list");
        }
    }

    private static final class Cell<T> extends ImmutableList<T> {
        private final T head;
        private final ImmutableList<T> tail;

        Cell(T head, ImmutableList<T> tail) {
            this.head = head;
            this.tail = tail;
        }

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public T head() {
            return head;
        }

        @Override
        public ImmutableList<T> tail() {
            return tail;
        }
    }
}
