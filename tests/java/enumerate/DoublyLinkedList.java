// enumerate: objects Entry=3, field DoublyLinkedList.size=0..2 => candidates 30 valid 3 inits-checkpoint 41 inits-reexecute 149
// enumerate: objects Entry=6, field DoublyLinkedList.size=0..5 => candidates 108 valid 6 inits-checkpoint 131 inits-reexecute 929
// enumerate: objects Entry=6, field DoublyLinkedList.size=5..5 => candidates 78 valid 1 inits-checkpoint 101 inits-reexecute 659
// A ring of entries linked both ways; the header is a sentinel that holds no element, so n + 1
// entries make a list of n. One list for each length.
import java.util.HashSet;
import java.util.Set;

public class DoublyLinkedList {
    Entry header;
    int size;

    static class Entry {
        Entry next;
        Entry previous;
    }

    boolean repOk() {
        if (header == null) {
            return false;
        }
        Set<Entry> visited = new HashSet<>();
        Entry entry = header;
        do {
            if (!visited.add(entry)) {
                return false;
            }
            Entry next = entry.next;
            if (next == null || next.previous != entry) {
                return false;
            }
            entry = next;
        } while (entry != header);
        return size == visited.size() - 1;
    }
}
