package java.util;

/** For the compiler only: the fields of the real class, for all to see. */
public class TreeMap<K, V> {
    public Entry<K, V> root;
    public int size;

    public static class Entry<K, V> {
        public K key;
        public V value;
        public Entry<K, V> left;
        public Entry<K, V> right;
        public Entry<K, V> parent;
        public boolean color;
    }
}
