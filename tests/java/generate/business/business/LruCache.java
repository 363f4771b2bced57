package business;

import java.util.HashMap;
import java.util.Map;

/** A cache that forgets what was used longest ago. */
public class LruCache<K, V> {
    private static final class Node<K, V> {
        final K key;
        V value;
        Node<K, V> before;
        Node<K, V> after;

        Node(K key, V value) {
            this.key = key;
            this.value = value;
        }
    }

    private final int capacity;
    private final Map<K, Node<K, V>> index = new HashMap<>();
    private Node<K, V> newest;
    private Node<K, V> oldest;

    public LruCache(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1");
        }
        this.capacity = capacity;
    }

    public V get(K key) {
        Node<K, V> node = index.get(key);
        if (node == null) {
            return null;
        }
        unlink(node);
        linkFirst(node);
        return node.value;
    }

    public void put(K key, V value) {
        Node<K, V> node = index.get(key);
        if (node != null) {
            node.value = value;
            unlink(node);
            linkFirst(node);
            return;
        }
        if (index.size() == capacity) {
            index.remove(oldest.key);
            unlink(oldest);
        }
        Node<K, V> fresh = new Node<>(key, value);
        index.put(key, fresh);
        linkFirst(fresh);
    }

    public int size() {
        return index.size();
    }

    public K eldest() {
        return oldest == null ? null : oldest.key;
    }

    private void linkFirst(Node<K, V> node) {
        node.before = null;
        node.after = newest;
        if (newest != null) {
            newest.before = node;
        }
        newest = node;
        if (oldest == null) {
            oldest = node;
        }
    }

    private void unlink(Node<K, V> node) {
        if (node.before == null) {
            newest = node.after;
        } else {
            node.before.after = node.after;
        }
        if (node.after == null) {
            oldest = node.before;
        } else {
            node.after.before = node.before;
        }
    }
}
