import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int d = Verifier.nondetInt();
        int r;
        try {
            r = 10 / d;
        } catch (ArithmeticException e) {
            r = 0;
        }
        assert d != 0 || r == 0;
    }
}
