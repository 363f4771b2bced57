import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        Verifier.assume(c < 128);
        assert !Character.isLetter(c) || (c >= 'a' && c <= 'z');
    }
}
