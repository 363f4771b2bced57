// enumerate: --args 0 => candidates 1 valid 1
// enumerate: --args 1 => candidates 4 valid 2
// enumerate: --args 3 => candidates 36 valid 10
// enumerate: --finitization finLines --args 0 => candidates 1 valid 1
// enumerate: --finitization finLines --args 2 => candidates 16 valid 6
// Entries that name an entry before them, or themselves. Of size 0 there are no entries, so that
// sets of values for their fields and for elements of the array are empty and nobody minds; nor
// does anybody mind that arrays which are not there would have a negative length.
import java.util.ArrayList;
import java.util.List;
import korat.finitization.IClassDomain;
import korat.finitization.IFinitization;
import korat.finitization.IIntSet;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

public class Ledger {
    private Entry[] entries;
    private int size;
    private final List<Line> lines = new ArrayList<>();

    public static class Entry {
        int before;
    }

    public static class Line {
        int[] amounts;
    }

    public boolean repOK() {
        if (!lines.isEmpty() || entries == null) {
            return haveAmounts();
        }
        if (entries.length != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                if (entries[i] == entries[j]) {
                    return false;
                }
            }
            if (entries[i].before > i) {
                return false;
            }
        }
        return true;
    }

    private boolean haveAmounts() {
        int sum = 0;
        for (Line line : lines) {
            for (int i = 0; i < line.amounts.length; i++) {
                sum += line.amounts[i];
            }
        }
        return sum == 0;
    }

    public static IFinitization finLedger(int size) {
        IFinitization f = FinitizationFactory.create(Ledger.class);
        IClassDomain entries = f.createClassDomain(Entry.class, size);
        IObjSet elements = f.createObjSet(Entry.class);
        elements.addClassDomain(entries);
        IIntSet lengths = f.createIntSet(0, size);
        f.set("size", f.createIntSet(0, size));
        f.set(Entry.class, "before", f.createIntSet(0, size - 1));
        f.set("entries", f.createArraySet(Entry[].class, lengths, elements, 1));
        return f;
    }

    public static IFinitization finLines(int count) {
        IFinitization f = FinitizationFactory.create(Ledger.class);
        IObjSet lines = f.createObjSet(Line.class, count, false);
        f.addAll("lines", lines);
        IIntSet lengths = f.createIntSet(0, count - 1);
        f.set("Line.amounts",
                f.createArraySet(int[].class, lengths, f.createIntSet(-1, 1), count));
        return f;
    }
}
