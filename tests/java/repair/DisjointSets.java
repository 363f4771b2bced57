// Union-find with parent pointers: every element leads to a root by ranks that rise on the way, and
// elements are chained so that all can be visited.
import java.util.HashSet;
import java.util.Set;

public class DisjointSets {
    Element first;
    int size;
    int sets;

    static class Element {
        Element parent;
        Element next;
        int rank;
    }

    boolean repOk() {
        Set<Element> visited = new HashSet<>();
        int roots = 0;
        for (Element element = first; element != null; element = element.next) {
            if (!visited.add(element)) {
                return false;
            }
            Element parent = element.parent;
            if (parent == null || element.rank < 0) {
                return false;
            }
            if (parent == element) {
                roots++;
            } else if (parent.rank <= element.rank) {
                return false;
            }
        }
        return size == visited.size() && sets == roots;
    }
}
