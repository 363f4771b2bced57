import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        // There are digits of other scripts.
        assert !Character.isDigit(c) || '0' <= c && c <= '9';
    }
}
