import java.util.LinkedList;

/** The states of a {@code java.util.LinkedList}: chains linked both ways, without a sentinel. */
public class LinkedListStates {
    LinkedList<Integer> list;

    boolean repOk() {
        LinkedList.Node<Integer> before = null;
        int count = 0;
        for (LinkedList.Node<Integer> node = list.first; node != null; node = node.next) {
            if (node.prev != before || ++count > list.size || node.item == null) {
                return false;
            }
            before = node;
        }
        return list.last == before && count == list.size;
    }
}
