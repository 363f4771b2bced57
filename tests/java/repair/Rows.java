import java.util.HashSet;
import java.util.Set;

/** A list of sorted lists, with counts at every level. */
class Rows {
    Row first;
    int rows;
    int cells;

    static class Row {
        Row next;
        Cell head;
        int length;
    }

    static class Cell {
        Cell next;
        int value;
    }

    boolean repOk() {
        Set<Object> met = new HashSet<>();
        int rowsMet = 0;
        int cellsMet = 0;
        for (Row row = first; row != null; row = row.next) {
            if (!met.add(row)) {
                return false;
            }
            rowsMet++;
            int length = 0;
            int last = Integer.MIN_VALUE;
            for (Cell cell = row.head; cell != null; cell = cell.next) {
                if (!met.add(cell) || cell.value <= last) {
                    return false;
                }
                last = cell.value;
                length++;
            }
            if (length != row.length) {
                return false;
            }
            cellsMet += length;
        }
        return rowsMet == rows && cellsMet == cells;
    }
}
