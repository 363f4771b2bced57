import java.util.NoSuchElementException;

/** A buffer whose fields belong together. */
public class Ring {
    private final int[] data;
    private int head;
    private int size;

    public Ring(int capacity) {
        if (capacity <= 0 || capacity > 4) {
            throw new IllegalArgumentException("capacity " + capacity);
        }
        data = new int[capacity];
    }

    public boolean offer(int x) {
        if (size == data.length) {
            return false;
        }
        data[(head + size++) % data.length] = x;
        return true;
    }

    public int poll() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        int x = data[head];
        head = (head + 1) % data.length;
        size--;
        return x;
    }

    public boolean isFull() {
        return size == data.length;
    }
}
