// enumerate: objects Node=3, field SortedList.size=0..3, field Node.value=1..3 => candidates 136 valid 20 inits-checkpoint 185 inits-reexecute 859
// enumerate: objects Node=4, field SortedList.size=4..4, field Node.value=1..4 => candidates 365 valid 35 inits-checkpoint 539 inits-reexecute 2884
// enumerate: objects Node=3, field SortedList.size=3..3, field Node.value={-4,0,7} => candidates 76 valid 10 inits-checkpoint 125 inits-reexecute 469
// A list whose values never descend. k nodes, m values: C(m + k - 1, k).
import java.util.HashSet;
import java.util.Set;

public class SortedList {
    Node header;
    int size;

    static class Node {
        int value;
        Node next;
    }

    boolean repOk() {
        Set<Node> visited = new HashSet<>();
        int lower = Integer.MIN_VALUE;
        for (Node node = header; node != null; node = node.next) {
            if (!visited.add(node)) {
                return false;
            }
            if (node.value < lower) {
                return false;
            }
            lower = node.value;
        }
        return size == visited.size();
    }
}
