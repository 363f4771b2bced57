// Exceptions of the library itself: one printed with its frames, one that escapes a callback of TreeMap.
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.TreeMap;

public class UncaughtInLibrary {
    record Version(int major) implements Comparable<Version> {
        @Override
        public int compareTo(Version other) {
            if (other.major == 3) {
                throw new UnsupportedOperationException("version 3 is not comparable");
            }
            return Integer.compare(major, other.major);
        }
    }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
        try {
            for (int i : list) {
                list.add(i);
            }
        } catch (ConcurrentModificationException e) {
            e.printStackTrace(System.out);
        }
        TreeMap<Version, String> releases = new TreeMap<>();
        for (int major : new int[] {1, 2, 4, 3, 5}) {
            System.out.println("adding " + major);
            releases.put(new Version(major), "r" + major);
        }
        System.out.println(releases);
        System.out.println(releases.get(new Version(4)));
        releases.remove(new Version(3));
    }
}
