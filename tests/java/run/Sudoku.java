// A sudoku solver with bit masks and the most constrained cell first.
public class Sudoku {
    static final int ALL = 0x3fe;
    final int[][] cells = new int[9][9];
    final int[] rows = new int[9];
    final int[] columns = new int[9];
    final int[] boxes = new int[9];
    int guesses;

    Sudoku(String text) {
        if (text.length() != 81) {
            throw new IllegalArgumentException("length " + text.length());
        }
        for (int i = 0; i < 81; i++) {
            char c = text.charAt(i);
            if (c != '.') {
                set(i / 9, i % 9, c - '0');
            }
        }
    }

    private void set(int r, int c, int digit) {
        cells[r][c] = digit;
        toggle(r, c, digit);
    }

    private void toggle(int r, int c, int digit) {
        int bit = 1 << digit;
        rows[r] ^= bit;
        columns[c] ^= bit;
        boxes[r / 3 * 3 + c / 3] ^= bit;
    }

    boolean solve() {
        int best = 10;
        int br = -1;
        int bc = -1;
        for (int r = 0; r < 9; r++) {
            for (int c = 0; c < 9; c++) {
                if (cells[r][c] == 0) {
                    int n = Integer.bitCount(options(r, c));
                    if (n < best) {
                        best = n;
                        br = r;
                        bc = c;
                    }
                }
            }
        }
        if (br < 0) {
            return true;
        }
        for (int options = options(br, bc); options != 0; options &= options - 1) {
            int digit = Integer.numberOfTrailingZeros(options);
            guesses++;
            set(br, bc, digit);
            if (solve()) {
                return true;
            }
            cells[br][bc] = 0;
            toggle(br, bc, digit);
        }
        return false;
    }

    private int options(int r, int c) {
        return ALL & ~(rows[r] | columns[c] | boxes[r / 3 * 3 + c / 3]);
    }

    void print() {
        for (int[] row : cells) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < 9; c++) {
                line.append(row[c]).append(c % 3 == 2 ? "  " : " ");
            }
            System.out.println(line.toString().trim());
        }
    }

    public static void main(String[] args) {
        for (String puzzle : new String[] {
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}) {
            Sudoku s = new Sudoku(puzzle);
            System.out.println(s.solve() + " " + s.guesses);
            s.print();
        }
        try {
            new Sudoku("123");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
