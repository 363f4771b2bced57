import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        String s = "x" + c;
        assert !s.equals("xy");
    }
}
