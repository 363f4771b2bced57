import java.util.Locale;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        char letter = Verifier.nondetChar();
        String text = String.valueOf(letter);
        assert text.toUpperCase(Locale.ROOT).length() == 1;
    }
}
