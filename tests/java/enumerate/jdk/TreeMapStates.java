import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/** The states of a {@code java.util.TreeMap}: red-black trees with parents, colours and order. */
public class TreeMapStates {
    TreeMap<Integer, Object> map;

    boolean repOk() {
        if (map.root == null) {
            return map.size == 0;
        }
        if (map.root.parent != null || !map.root.color) {
            return false;
        }
        Set<TreeMap.Entry<Integer, Object>> seen = new HashSet<>();
        return blackHeight(map.root, 0, Integer.MAX_VALUE, seen) > 0 && seen.size() == map.size;
    }

    /** The number of black entries on every way down, or 0 if something is wrong. */
    private int blackHeight(
            TreeMap.Entry<Integer, Object> entry,
            int above,
            int below,
            Set<TreeMap.Entry<Integer, Object>> seen) {
        if (entry == null) {
            return 1;
        }
        if (!seen.add(entry) || entry.key <= above || entry.key >= below) {
            return 0;
        }
        for (TreeMap.Entry<Integer, Object> child = entry.left; ; child = entry.right) {
            if (child != null && (child.parent != entry || !entry.color && !child.color)) {
                return 0;
            }
            if (child == entry.right) {
                break;
            }
        }
        int left = blackHeight(entry.left, above, entry.key, seen);
        if (left == 0 || blackHeight(entry.right, entry.key, below, seen) != left) {
            return 0;
        }
        return entry.color ? left + 1 : left;
    }
}
