import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        Verifier.assume(d >= 1.0 && d <= 2.0);
        assert d * 2 < 4.0;
    }
}
