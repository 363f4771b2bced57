package business;

import java.util.Arrays;
import java.util.Comparator;
import java.util.NoSuchElementException;

/** A priority queue in a binary heap, with an order of the user's. */
public class TaskQueue<T> {
    private Object[] heap = new Object[2];
    private int size;
    private final Comparator<? super T> order;

    public TaskQueue(Comparator<? super T> order) {
        if (order == null) {
            throw new NullPointerException("order");
        }
        this.order = order;
    }

    public static TaskQueue<Integer> ofNumbers() {
        return new TaskQueue<>(Comparator.naturalOrder());
    }

    public int size() {
        return size;
    }

    public void add(T task) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        heap[size] = task;
        int at = size++;
        while (at > 0 && less(at, (at - 1) / 2)) {
            swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    @SuppressWarnings("unchecked")
    public T take() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        T first = (T) heap[0];
        heap[0] = heap[--size];
        heap[size] = null;
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && less(child + 1, child)) {
                child++;
            }
            if (!less(child, at)) {
                break;
            }
            swap(child, at);
            at = child;
        }
        return first;
    }

    @SuppressWarnings("unchecked")
    private boolean less(int left, int right) {
        return order.compare((T) heap[left], (T) heap[right]) < 0;
    }

    private void swap(int left, int right) {
        Object kept = heap[left];
        heap[left] = heap[right];
        heap[right] = kept;
    }
}
