// outcomes: 92
// dropped: 13664
// Eight queens: one column chosen per row, attacked squares assumed away.
import margay.Margay;

public class Queens {
    public static void main(String[] args) {
        int n = 8;
        int[] column = new int[n];
        for (int row = 0; row < n; row++) {
            column[row] = Margay.choose(0, n - 1);
            for (int r = 0; r < row; r++) {
                Margay.assume(column[r] != column[row] && Math.abs(column[r] - column[row]) != row - r);
            }
        }
        StringBuilder solution = new StringBuilder();
        for (int c : column) {
            solution.append(c);
        }
        System.out.println(solution);
    }
}
