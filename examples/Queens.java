import margay.Margay;

/**
 * All ways to place queens on a board so that none attacks another.
 *
 * <p>{@code choose} tries every column for the queen of a row, one branch for each;
 * {@code assume} drops the branches in which two queens meet. What is left are the solutions:
 * {@code margay run --all examples/Queens.java} lists ten of them for five queens.
 */
public class Queens {
    public static void main(String[] args) {
        int n = 5;
        int[] columns = new int[n];
        for (int row = 0; row < n; row++) {
            columns[row] = Margay.choose(0, n - 1);
            for (int above = 0; above < row; above++) {
                Margay.assume(!attack(columns, above, row));
            }
        }
        print(columns);
    }

    private static boolean attack(int[] columns, int row1, int row2) {
        int distance = Math.abs(columns[row1] - columns[row2]);
        return distance == 0 || distance == row2 - row1;
    }

    private static void print(int[] columns) {
        for (int column : columns) {
            System.out.println(". ".repeat(column) + "Q " + ". ".repeat(columns.length - 1 - column));
        }
    }
}
