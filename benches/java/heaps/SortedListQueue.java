/** A priority queue: a list of entries in the order of their keys. */
public class SortedListQueue {
    static class Entry {
        int key;
        int value;
        Entry previous;
        Entry next;
    }

    int size;
    Entry first;
    Entry last;

    public boolean isEmpty() {
        return size == 0;
    }

    public Entry min() {
        if (first == null) throw new IllegalStateException("empty");
        return first;
    }

    public Entry insert(int key, int value) {
        Entry entry = new Entry();
        entry.key = key;
        entry.value = value;
        insertEntry(entry);
        return entry;
    }

    void insertEntry(Entry entry) {
        if (first == null) {
            first = entry;
            last = entry;
        } else if (entry.key > last.key) {
            entry.previous = last;
            last.next = entry;
            last = entry;
        } else {
            Entry at = first;
            while (entry.key > at.key) at = at.next;
            entry.next = at;
            entry.previous = at.previous;
            if (at.previous == null) first = entry; else at.previous.next = entry;
            at.previous = entry;
        }
        size++;
    }

    public Entry removeMin() {
        Entry entry = min();
        unlink(entry);
        return entry;
    }

    public int remove(Entry entry) {
        unlink(entry);
        return entry.value;
    }

    public void changeKey(Entry entry, int key) {
        unlink(entry);
        entry.key = key;
        insertEntry(entry);
    }

    private void unlink(Entry entry) {
        if (entry.previous == null) first = entry.next; else entry.previous.next = entry.next;
        if (entry.next == null) last = entry.previous; else entry.next.previous = entry.previous;
        entry.previous = null;
        entry.next = null;
        size--;
    }
}
