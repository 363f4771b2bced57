import java.util.PriorityQueue;

/** The states of a {@code java.util.PriorityQueue} whose array is full: binary heaps. */
public class PriorityQueueStates {
    PriorityQueue<Integer> queue;

    boolean repOk() {
        Object[] heap = queue.queue;
        if (heap.length != queue.size) {
            return false;
        }
        for (int i = 0; i < heap.length; i++) {
            if (heap[i] == null || (Integer) heap[i] < (Integer) heap[(i - 1) / 2]) {
                return false;
            }
        }
        return true;
    }
}
