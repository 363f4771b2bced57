// Chaining: each entry in the bucket that its key's hash names, none twice, and their number.
import java.util.HashSet;
import java.util.Set;

public class HashTable {
    Entry[] table;
    int count;

    static class Entry {
        final int key;
        Object value;
        Entry next;

        Entry(int key, Object value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    boolean repOk() {
        if (table == null || table.length == 0) {
            return false;
        }
        Set<Entry> visited = new HashSet<>();
        for (int i = 0; i < table.length; i++) {
            for (Entry entry = table[i]; entry != null; entry = entry.next) {
                if (!visited.add(entry) || index(entry.key) != i) {
                    return false;
                }
            }
        }
        return count == visited.size();
    }

    private int index(int key) {
        return (key ^ (key >>> 16)) & (table.length - 1);
    }
}
