package subjects;

/** An association of strings with numbers, by linear search. */
public class SmallMap {
    private static final class Entry {
        final String key;
        int value;
        Entry next;

        Entry(String key, int value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private Entry entries;

    public int get(String key) {
        for (Entry entry = entries; entry != null; entry = entry.next) {
            if (entry.key.equals(key)) {
                return entry.value;
            }
        }
        return -1;
    }

    public void put(String key, int value) {
        if (key == null) {
            throw new IllegalArgumentException("key");
        }
        for (Entry entry = entries; entry != null; entry = entry.next) {
            if (key.equals(entry.key)) {
                entry.value = value;
                return;
            }
        }
        entries = new Entry(key, value, entries);
    }
}
