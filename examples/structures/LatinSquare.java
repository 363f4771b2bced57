// enumerate: field LatinSquare.order=1..2, field LatinSquare.cells!=null, array LatinSquare.cells length=1..4, array LatinSquare.cells elements=1..2 => candidates 16 valid 3
// enumerate: field LatinSquare.order=3..3, field LatinSquare.cells!=null, array LatinSquare.cells length=9..9, array LatinSquare.cells elements=1..3 => candidates 165 valid 12
// enumerate: field LatinSquare.order=4..4, field LatinSquare.cells!=null, array LatinSquare.cells length=16..16, array LatinSquare.cells elements=1..4 => candidates 15316 valid 576
// Squares in which no row and no column has a number twice: 1, 2, 12, 576 of orders 1 to 4. Each
// cell is checked as soon as it is read, so a clash ends the search below it at once.
package structures;

public class LatinSquare {
    int order;
    int[] cells;

    boolean repOk() {
        if (cells.length != order * order) {
            return false;
        }
        for (int i = 0; i < cells.length; i++) {
            if (cells[i] > order || clashes(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean clashes(int cell) {
        int row = cell / order;
        int column = cell % order;
        for (int i = 0; i < column; i++) {
            if (cells[row * order + i] == cells[cell]) {
                return true;
            }
        }
        for (int i = 0; i < row; i++) {
            if (cells[i * order + column] == cells[cell]) {
                return true;
            }
        }
        return false;
    }
}
