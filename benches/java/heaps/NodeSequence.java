/** A sequence that finds its nodes by their places, from the nearer end. */
public class NodeSequence {
    static class Position {
        int element;
        Position previous;
        Position next;
    }

    int size;
    Position header;
    Position trailer;

    Position at(int rank) {
        if (rank < 0 || rank >= size) throw new IndexOutOfBoundsException();
        Position node;
        if (rank <= size / 2) {
            node = header.next;
            for (int i = 0; i < rank; i++) node = node.next;
        } else {
            node = trailer.previous;
            for (int i = 1; i < size - rank; i++) node = node.previous;
        }
        return node;
    }

    public int get(int rank) {
        return at(rank).element;
    }

    public int replaceAt(int rank, int element) {
        Position node = at(rank);
        int old = node.element;
        node.element = element;
        return old;
    }

    public int removeAt(int rank) {
        Position node = at(rank);
        Position before = node.previous;
        Position after = node.next;
        before.next = after;
        after.previous = before;
        size--;
        return node.element;
    }

    public void insertAt(int rank, int element) {
        Position before = rank == size ? trailer.previous : at(rank).previous;
        Position node = new Position();
        node.element = element;
        node.previous = before;
        node.next = before.next;
        before.next.previous = node;
        before.next = node;
        size++;
    }

    public void swap(Position a, Position b) {
        int element = a.element;
        a.element = b.element;
        b.element = element;
    }
}
