import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        Verifier.assume(c >= '0' && c <= '9');
        int d = Character.digit(c, 10);
        assert d >= 0 && d <= 9;
    }
}
