// enumerate: field RingBuffer.slots!=null, array RingBuffer.slots length=3..3, array RingBuffer.slots elements=1..3, field RingBuffer.head=0..2, field RingBuffer.size=0..3 => candidates 96 valid 54 expand 246 expand-candidates 288
// enumerate: field RingBuffer.slots!=null, array RingBuffer.slots length=1..3, array RingBuffer.slots elements=0..1, field RingBuffer.head=0..2, field RingBuffer.size=0..3 => candidates 60 valid 39 expand 104 expand-candidates 125
// enumerate: array RingBuffer.slots length=0..2, array RingBuffer.slots elements=0..1, field RingBuffer.head=0..2, field RingBuffer.size=0..2 => candidates 22 valid 12 expand 26 expand-candidates 36
// A queue of times that never descend, wrapped around an array. May stay unread: the slots outside
// the queue, and its only slot if it has one. Expanded, c slots and m times: c times the sum over k
// of C(m + k - 1, k) * m^(c - k).

public class RingBuffer {
    int[] slots;
    int head;
    int size;

    boolean repOk() {
        if (slots == null || head >= slots.length || size > slots.length) {
            return false;
        }
        for (int i = 1; i < size; i++) {
            if (slots[(head + i - 1) % slots.length] > slots[(head + i) % slots.length]) {
                return false;
            }
        }
        return true;
    }
}
