import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Made of collections that their makers look into, and change. */
public class Filled {
    /** Removes from the list that it is made of what is there twice. */
    public static class Unique {
        private final Set<Object> set;
        private final List<Object> list;

        private Unique(Set<Object> set, List<Object> list) {
            this.set = set;
            this.list = list;
        }

        public static Unique of(List<Object> list) {
            Set<Object> seen = new HashSet<>();
            for (Iterator<Object> items = list.iterator(); items.hasNext(); ) {
                if (!seen.add(items.next())) {
                    items.remove();
                }
            }
            return new Unique(new HashSet<>(list), list);
        }

        public boolean remove(Object item) {
            return set.remove(item) && list.remove(item);
        }

        public int size() {
            return list.size();
        }
    }

    /** Copies a map, which may hold itself. */
    public static class Copy {
        private final Map<String, Object> map;

        public Copy(Map<String, Object> of) {
            map = new HashMap<>(of);
        }

        public boolean has(Object value) {
            for (Object held : new ArrayList<>(map.values())) {
                if (held == value) {
                    return true;
                }
            }
            return false;
        }
    }
}
