import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static int leave(int number) {
        try {
            if (number > 3) {
                return number & 7;
            }
        } finally {
            if (number == 5) {
                return 9;
            }
        }
        return 0;
    }

    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        assert leave(number) != 9;
    }
}
