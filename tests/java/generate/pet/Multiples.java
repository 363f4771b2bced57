/** A vector of integers that doubles when it is full. */
public class Multiples {
    int[] elements;
    int size;

    Multiples(int capacity) {
        elements = new int[capacity];
    }

    void add(int element) {
        if (size == elements.length) {
            grow();
        }
        elements[size++] = element;
    }

    private void grow() {
        int[] larger = new int[2 * elements.length];
        for (int i = 0; i < size; i++) {
            larger[i] = elements[i];
        }
        elements = larger;
    }

    /** The numbers that a divisor divides. */
    static Multiples multiples(int[] ns, int div, int icap) {
        Multiples v = new Multiples(icap);
        for (int i = 0; i < ns.length; i++) {
            if (ns[i] % div == 0) {
                v.add(ns[i]);
            }
        }
        return v;
    }
}
