import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        Verifier.assume(c >= '0' && c <= '9');
        int d = c - '0';
        assert d != 7;
    }
}
