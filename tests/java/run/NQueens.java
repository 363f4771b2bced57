// Counting n-queens solutions by bit masks and by arrays.
public class NQueens {
    static int bits(int n, int row, int columns, int left, int right) {
        if (row == n) {
            return 1;
        }
        int count = 0;
        int free = ~(columns | left | right) & ((1 << n) - 1);
        while (free != 0) {
            int bit = free & -free;
            free ^= bit;
            count += bits(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
        return count;
    }

    static int[] queens = new int[8];
    static int found;
    static String first;

    static boolean safe(int row, int column) {
        for (int r = 0; r < row; r++) {
            if (queens[r] == column || Math.abs(queens[r] - column) == row - r) {
                return false;
            }
        }
        return true;
    }

    static void place(int row) {
        if (row == queens.length) {
            if (found++ == 0) {
                StringBuilder board = new StringBuilder();
                for (int q : queens) {
                    board.append(".".repeat(q)).append('Q').append(".".repeat(queens.length - q - 1)).append('\n');
                }
                first = board.toString();
            }
            return;
        }
        for (int c = 0; c < queens.length; c++) {
            if (safe(row, c)) {
                queens[row] = c;
                place(row + 1);
            }
        }
    }

    public static void main(String[] args) {
        for (int n = 1; n <= 8; n++) {
            System.out.println(n + " " + bits(n, 0, 0, 0, 0));
        }
        queens = new int[6];
        place(0);
        System.out.println(found);
        System.out.print(first);
    }
}
