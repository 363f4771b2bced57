package margay.rt;

import java.util.Collection;
import java.util.Map;
import margay.Margay;

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

    /** Puts elements, or keys and values by turns, into an empty container; all of them or it does not count. */
    @SuppressWarnings("unchecked")
    static void fill(Object container, Object[] contents) {
        boolean complete = false;
        try {
            if (container instanceof Map<?, ?> map) {
                for (int i = 0; i < contents.length; i += 2) {
                    ((Map<Object, Object>) map).put(contents[i], contents[i + 1]);
                }
                complete = 2 * map.size() == contents.length;
            } else if (container instanceof Collection<?> collection) {
                for (Object element : contents) {
                    ((Collection<Object>) collection).add(element);
                }
                complete = collection.size() == contents.length;
            }
        } catch (RuntimeException refused) {
            complete = false;
        }
        Margay.assume(complete);
    }
}
