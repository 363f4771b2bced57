// enumerate: objects Directory=1, objects PlainFile=1, field Entry.name!=null, strings Entry.name={"a","b"} => candidates 45 valid 11 inits-checkpoint 70 inits-reexecute 220
// enumerate: objects Directory=2, objects PlainFile=1, field Entry.name!=null, strings Entry.name={"a","b"} => candidates 281 valid 36 inits-checkpoint 399 inits-reexecute 2056
// enumerate: objects Directory=2, objects PlainFile=2, field Entry.name!=null, strings Entry.name={"a","b"} => candidates 729 valid 73 inits-checkpoint 999 inits-reexecute 6380
// enumerate: objects Directory=2, objects PlainFile=2, strings Entry.name={"lib","src","test"} => candidates 4512 valid 403 inits-checkpoint 5741 inits-reexecute 41986
// Directories and files in one list of entries, names unique in each directory and in alphabetical
// order: two subclasses in one field, and strings.
import java.util.HashSet;
import java.util.Set;

public class FileSystem {
    Entry first;

    abstract static class Entry {
        String name;
        Entry next;
    }

    static class Directory extends Entry {
        Entry first;
    }

    static class PlainFile extends Entry {}

    boolean repOk() {
        return isListing(first, new HashSet<>());
    }

    private static boolean isListing(Entry first, Set<Entry> visited) {
        String previous = "";
        for (Entry entry = first; entry != null; entry = entry.next) {
            if (!visited.add(entry)) {
                return false;
            }
            if (entry.name == null || previous.compareTo(entry.name) >= 0) {
                return false;
            }
            previous = entry.name;
            if (entry instanceof Directory directory && !isListing(directory.first, visited)) {
                return false;
            }
        }
        return true;
    }
}
