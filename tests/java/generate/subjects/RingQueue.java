package subjects;

/** A bounded queue in a ring. */
public class RingQueue {
    private final int[] items;
    private int first;
    private int count;

    public RingQueue(int capacity) {
        items = new int[capacity];
    }

    public boolean offer(int item) {
        if (count == items.length) {
            return false;
        }
        items[(first + count) % items.length] = item;
        count++;
        return true;
    }

    public Integer poll() {
        if (count == 0) {
            return null;
        }
        int item = items[first];
        first = (first + 1) % items.length;
        count--;
        return item;
    }
}
