package shapes;

public class HashTable<K, V> {
    private Entry<?>[] table;
    private int count;
    private final float loadFactor;

    HashTable(int count, float loadFactor) {
        this.count = count;
        this.loadFactor = loadFactor;
    }

    private static class Entry<E> {
        String key;
        long value = 77;
        Entry<E> next;
    }

    boolean repOk() {
        return count == 5
                && loadFactor == 0.75f
                && table.length == 5
                && table[0].key.equals("apple")
                && table[0].next.key.equals("fig")
                && table[1] == null
                && table[2].key.equals("<pear & \"quince\">")
                && table[4].value == 77
                && table[4].next.key.equals("za\u017c\u00f3\u0142\u0107")
                && table[4].next.value == 9007199254740993L;
    }
}
