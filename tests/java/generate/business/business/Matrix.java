package business;

import java.util.Arrays;

/** A matrix of whole numbers. */
public class Matrix {
    private final int rows;
    private final int columns;
    private final int[][] cells;

    public Matrix(int rows, int columns) {
        if (rows < 1 || columns < 1 || rows > 8 || columns > 8) {
            throw new IllegalArgumentException("size");
        }
        this.rows = rows;
        this.columns = columns;
        cells = new int[rows][columns];
    }

    public static Matrix identity(int size) {
        Matrix matrix = new Matrix(size, size);
        for (int i = 0; i < size; i++) {
            matrix.cells[i][i] = 1;
        }
        return matrix;
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    public int get(int row, int column) {
        check(row, column);
        return cells[row][column];
    }

    public Matrix set(int row, int column, int value) {
        check(row, column);
        cells[row][column] = value;
        return this;
    }

    public Matrix plus(Matrix other) {
        if (rows != other.rows || columns != other.columns) {
            throw new IllegalArgumentException("sizes differ");
        }
        Matrix sum = new Matrix(rows, columns);
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                sum.cells[r][c] = cells[r][c] + other.cells[r][c];
            }
        }
        return sum;
    }

    public int trace() {
        if (rows != columns) {
            throw new UnsupportedOperationException("not square");
        }
        int trace = 0;
        for (int i = 0; i < rows; i++) {
            trace += cells[i][i];
        }
        return trace;
    }

    public boolean isSymmetric() {
        if (rows != columns) {
            return false;
        }
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < r; c++) {
                if (cells[r][c] != cells[c][r]) {
                    return false;
                }
            }
        }
        return true;
    }

    private void check(int row, int column) {
        if (row < 0 || row >= rows || column < 0 || column >= columns) {
            throw new IndexOutOfBoundsException(row + ", " + column);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Matrix && Arrays.deepEquals(cells, ((Matrix) other).cells);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(cells);
    }
}
