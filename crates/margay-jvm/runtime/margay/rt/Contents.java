package margay.rt;

import java.util.Collection;
import java.util.Map;

/** What is in a collection, as a user of it sees it. */
final class Contents {
    private Contents() {}

    /** The elements of a collection, or keys and values of a map by turns; null for others. */
    static Object[] of(Object container) {
        if (container instanceof Collection<?> collection) {
            return collection.toArray();
        }
        if (container instanceof Map<?, ?> map) {
            Object[] entries = new Object[2 * map.size()];
            int place = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                entries[place++] = entry.getKey();
                entries[place++] = entry.getValue();
            }
            return entries;
        }
        return null;
    }
}
