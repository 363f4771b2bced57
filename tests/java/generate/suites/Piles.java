package suites;

import java.util.NoSuchElementException;

/** What piles of all kinds have: only their package knows it, and a part is for its subclasses. */
abstract class Piled<K> {
    protected K[] elements;
    protected int size;

    /** What this costs is for subclasses to decide. */
    @SuppressWarnings("unchecked")
    protected void initCapacity(int capacity) {
        elements = (K[]) new Object[capacity];
    }

    public long size() {
        return size;
    }
}

/** Gives the largest of what lies on it. */
public class Piles<K> extends Piled<K> {
    public Piles() {
        initCapacity(4);
    }

    public void push(K element) {
        if (size == elements.length) {
            throw new IllegalStateException("full");
        }
        elements[size++] = element;
    }

    @SuppressWarnings("unchecked")
    public K largest() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        K largest = elements[0];
        for (int i = 1; i < size; i++) {
            if (((Comparable<? super K>) largest).compareTo(elements[i]) < 0) {
                largest = elements[i];
            }
        }
        return largest;
    }
}
