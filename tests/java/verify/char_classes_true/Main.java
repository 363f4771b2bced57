import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (Character.isDigit(c)) {
            assert Character.isLetterOrDigit(c) && !Character.isLetter(c);
        }
        assert !Character.isUpperCase(c) || !Character.isLowerCase(c);
    }
}
