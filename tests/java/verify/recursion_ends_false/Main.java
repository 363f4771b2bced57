import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static int walk(int left, int done) {
        return left == 0 ? done : walk(left - 1, done + 1);
    }

    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        Verifier.assume(number >= 0 && number < 40);
        assert walk(number, 0) != 33;
    }
}
