package business;

import java.util.NoSuchElementException;

/** A queue of bounded size in an array. */
public class RingBuffer {
    private final int[] items;
    private int head;
    private int size;

    public RingBuffer(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity");
        }
        items = new int[capacity];
    }

    public boolean offer(int item) {
        if (size == items.length) {
            return false;
        }
        items[(head + size) % items.length] = item;
        size++;
        return true;
    }

    public int poll() {
        if (size == 0) {
            throw new NoSuchElementException("empty");
        }
        int item = items[head];
        head = (head + 1) % items.length;
        size--;
        return item;
    }

    public int peek() {
        if (isEmpty()) {
            throw new NoSuchElementException("empty");
        }
        return items[head];
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean isFull() {
        return size == items.length;
    }

    public int size() {
        return size;
    }

    public int indexOf(int item) {
        for (int i = 0; i < size; i++) {
            if (items[(head + i) % items.length] == item) {
                return i;
            }
        }
        return -1;
    }

    public void clear() {
        head = 0;
        size = 0;
    }
}
