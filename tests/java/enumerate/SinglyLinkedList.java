// enumerate: objects Node=2, field SinglyLinkedList.size=0..2 => candidates 12 valid 3 inits-checkpoint 17 inits-reexecute 35
// enumerate: objects Node=3, field SinglyLinkedList.size=0..3 => candidates 22 valid 4 inits-checkpoint 29 inits-reexecute 76
// enumerate: objects Node=10, field SinglyLinkedList.size=0..10 => candidates 176 valid 11 inits-checkpoint 197 inits-reexecute 1287
// enumerate: objects Node=5, field SinglyLinkedList.size=5..5 => candidates 21 valid 1 inits-checkpoint 32 inits-reexecute 97
// enumerate: --bound 3 => candidates 22 valid 4 inits-checkpoint 29 inits-reexecute 76
// A list that ends in null and caches its length; read through getters, as the Checkpoint paper
// has it. One list for each length: n + 1.
import java.util.HashSet;
import java.util.Set;

public class SinglyLinkedList {
    Node header;
    int size;

    static class Node {
        Node next;

        Node getNext() {
            return next;
        }
    }

    Node getHeader() {
        return header;
    }

    int getSize() {
        return size;
    }

    boolean repOk() {
        if (getHeader() == null) {
            return getSize() == 0;
        }
        Set<Node> visited = new HashSet<>();
        Node p = getHeader();
        while (p != null) {
            if (!visited.add(p)) {
                return false;
            }
            p = p.getNext();
        }
        return getSize() == visited.size();
    }
}
