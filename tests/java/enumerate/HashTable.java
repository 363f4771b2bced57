// enumerate: objects Entry=2, field HashTable.buckets!=null, array HashTable.buckets length=2..2, field HashTable.size=0..2, field Entry.key=0..3 => candidates 85 valid 13
// enumerate: objects Entry=3, field HashTable.buckets!=null, array HashTable.buckets length=3..3, field HashTable.size=3..3, field Entry.key=0..4 => candidates 308 valid 16
// enumerate: objects Entry=2, field HashTable.buckets!=null, array HashTable.buckets length=1..3, field HashTable.size=2..2, field Entry.key=0..2 => candidates 109 valid 13
// Chaining: each key in the bucket that its remainder names, none twice. A table is a choice of
// keys and, in each bucket, an order of those that fall there.
import java.util.HashSet;
import java.util.Set;

public class HashTable {
    Entry[] buckets;
    int size;

    static class Entry {
        int key;
        Entry next;
    }

    boolean repOk() {
        Set<Integer> keys = new HashSet<>();
        for (int i = 0; i < buckets.length; i++) {
            for (Entry entry = buckets[i]; entry != null; entry = entry.next) {
                int key = entry.key;
                // An entry met again brings a key met before: this check also ends every cycle.
                if (key % buckets.length != i || !keys.add(key)) {
                    return false;
                }
            }
        }
        return keys.size() == size;
    }
}
