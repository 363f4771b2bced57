package java.util;

/** For the compiler only: the fields of the real class, for all to see. */
public class PriorityQueue<E> {
    public Object[] queue;
    public int size;
}
