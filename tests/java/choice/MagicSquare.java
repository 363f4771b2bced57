// outcomes: 8
// dropped: 18953
// The eight magic squares of order three.
import margay.Margay;

public class MagicSquare {
    static int[] cell = new int[9];

    static int place(int index) {
        int digit = Margay.choose(1, 9);
        for (int i = 0; i < index; i++) {
            Margay.assume(cell[i] != digit);
        }
        return cell[index] = digit;
    }

    static void line(int a, int b, int c) {
        Margay.assume(cell[a] + cell[b] + cell[c] == 15);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 9; i++) {
            place(i);
            switch (i) {
                case 2 -> line(0, 1, 2);
                case 5 -> line(3, 4, 5);
                case 6 -> {
                    line(0, 3, 6);
                    line(2, 4, 6);
                }
                case 7 -> line(1, 4, 7);
                case 8 -> {
                    line(6, 7, 8);
                    line(2, 5, 8);
                    line(0, 4, 8);
                }
                default -> { }
            }
        }
        for (int i = 0; i < 9; i += 3) {
            System.out.println(cell[i] + " " + cell[i + 1] + " " + cell[i + 2]);
        }
    }
}
