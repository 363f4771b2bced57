// An LRU cache with its own hash table and doubly linked list, compared with LinkedHashMap on a random workload.
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

public class LruCache<K, V> {
    private static class Entry<K, V> {
        final K key;
        final int hash;
        V value;
        Entry<K, V> chain;
        Entry<K, V> before;
        Entry<K, V> after;

        Entry(K key, int hash, V value) {
            this.key = key;
            this.hash = hash;
            this.value = value;
        }
    }

    private final int capacity;
    private final Entry<K, V>[] table;
    private final Entry<K, V> sentinel = new Entry<>(null, 0, null);
    private int size;
    private int hits;
    private int misses;

    @SuppressWarnings("unchecked")
    LruCache(int capacity) {
        this.capacity = capacity;
        table = (Entry<K, V>[]) new Entry[Integer.highestOneBit(capacity) * 2];
        sentinel.before = sentinel.after = sentinel;
    }

    private int slot(int hash) {
        return (hash ^ hash >>> 16) & table.length - 1;
    }

    private Entry<K, V> find(K key) {
        int hash = key.hashCode();
        for (Entry<K, V> e = table[slot(hash)]; e != null; e = e.chain) {
            if (e.hash == hash && e.key.equals(key)) {
                return e;
            }
        }
        return null;
    }

    private void unlink(Entry<K, V> e) {
        e.before.after = e.after;
        e.after.before = e.before;
    }

    private void append(Entry<K, V> e) {
        e.before = sentinel.before;
        e.after = sentinel;
        e.before.after = e;
        sentinel.before = e;
    }

    V get(K key) {
        Entry<K, V> e = find(key);
        if (e == null) {
            misses++;
            return null;
        }
        hits++;
        unlink(e);
        append(e);
        return e.value;
    }

    void put(K key, V value) {
        Entry<K, V> e = find(key);
        if (e != null) {
            e.value = value;
            unlink(e);
            append(e);
            return;
        }
        if (size == capacity) {
            remove(sentinel.after);
        }
        e = new Entry<>(key, key.hashCode(), value);
        int i = slot(e.hash);
        e.chain = table[i];
        table[i] = e;
        append(e);
        size++;
    }

    private void remove(Entry<K, V> victim) {
        unlink(victim);
        int i = slot(victim.hash);
        if (table[i] == victim) {
            table[i] = victim.chain;
        } else {
            Entry<K, V> e = table[i];
            while (e.chain != victim) {
                e = e.chain;
            }
            e.chain = victim.chain;
        }
        size--;
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("{");
        for (Entry<K, V> e = sentinel.after; e != sentinel; e = e.after) {
            out.append(out.length() > 1 ? ", " : "").append(e.key).append('=').append(e.value);
        }
        return out.append('}').toString();
    }

    public static void main(String[] args) {
        LruCache<String, Integer> cache = new LruCache<>(10);
        Map<String, Integer> model = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > 10;
            }
        };
        Random random = new Random(3);
        boolean agree = true;
        for (int i = 0; i < 1500; i++) {
            String key = "k" + Math.min(random.nextInt(25), random.nextInt(25));
            if (random.nextInt(3) == 0) {
                cache.put(key, i);
                model.put(key, i);
            } else {
                Integer a = cache.get(key);
                Integer b = model.get(key);
                agree &= a == null ? b == null : a.equals(b);
            }
            agree &= i % 100 != 0 || cache.toString().equals(model.toString());
        }
        System.out.println(agree + " " + cache.hits + " " + cache.misses + " " + cache.size);
        System.out.println(cache);
        System.out.println(model);
    }
}
