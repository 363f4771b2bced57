package java.util;

/** For the compiler only: the fields of the real class, for all to see. */
public class LinkedList<E> {
    public int size;
    public Node<E> first;
    public Node<E> last;

    public static class Node<E> {
        public E item;
        public Node<E> next;
        public Node<E> prev;
    }
}
