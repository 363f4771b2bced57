import java.util.Iterator;
import java.util.LinkedList;

/** A list of the JDK, judged from outside. */
class Names {
    LinkedList<String> list;
    int expected;

    boolean repOk() {
        int count = 0;
        for (Iterator<String> it = list.iterator(); it.hasNext(); count++) {
            String name = it.next();
            if (name == null || name.isEmpty()) {
                return false;
            }
        }
        return count == list.size() && count == expected;
    }
}
