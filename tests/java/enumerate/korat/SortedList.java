// enumerate: --args 3,6 => candidates 36 valid 1 inits-checkpoint 55 inits-reexecute 217 expand 3 expand-candidates 38
// enumerate: --args 4,8 => candidates 100 valid 1 inits-checkpoint 141 inits-reexecute 715 expand 4 expand-candidates 103
// Even values only: an integer set with a step, a class domain made apart from the sets that use
// it, one with null and one without. The list always has a sentinel. Its value is never read;
// `comment` has no domain and keeps what its initializer gave it.
import java.util.HashSet;
import java.util.Set;
import korat.finitization.IClassDomain;
import korat.finitization.IFieldDomain;
import korat.finitization.IFinitization;
import korat.finitization.impl.FinitizationFactory;

public class SortedList {
    private Entry sentinel;
    private int size;
    private String comment = "ascending";

    public static class Entry {
        int value;
        Entry next;
    }

    public boolean repOK() {
        if (!comment.equals("ascending")) {
            return false;
        }
        Set<Entry> visited = new HashSet<>();
        visited.add(sentinel);
        Entry previous = sentinel;
        for (Entry entry = sentinel.next; entry != null; entry = entry.next) {
            if (!visited.add(entry)) {
                return false;
            }
            if (previous != sentinel && previous.value >= entry.value) {
                return false;
            }
            previous = entry;
        }
        return size == visited.size() - 1;
    }

    public static IFinitization finSortedList(int size, int maxValue) {
        IFinitization f = FinitizationFactory.create(SortedList.class);
        IClassDomain entries = f.createClassDomain("Entry", size + 1);
        IFieldDomain orNull = f.createObjSet(entries, true);
        f.set("SortedList", "sentinel", f.createObjSet(entries));
        f.set("SortedList", "size", f.createIntSet(size));
        f.set("Entry", "value", f.createIntSet(2, 2, maxValue));
        f.set("Entry", "next", orNull);
        return f;
    }
}
