// enumerate: objects Node=3, field CircularList.size=0..3 => candidates 22 valid 4 inits-checkpoint 29 inits-reexecute 76
// enumerate: objects Node=8, field CircularList.size=0..8 => candidates 117 valid 9 inits-checkpoint 134 inits-reexecute 726
// enumerate: --bound 3 => candidates 22 valid 4 inits-checkpoint 29 inits-reexecute 76
// A ring without sentinel, held by its last node. One ring for each length, the empty one
// included: n + 1.
import java.util.HashSet;
import java.util.Set;

public class CircularList {
    Node last;
    int size;

    static class Node {
        Node next;
    }

    boolean repOk() {
        if (last == null) {
            return size == 0;
        }
        Set<Node> visited = new HashSet<>();
        Node node = last;
        do {
            if (node == null || !visited.add(node)) {
                return false;
            }
            node = node.next;
        } while (node != last);
        return size == visited.size();
    }
}
