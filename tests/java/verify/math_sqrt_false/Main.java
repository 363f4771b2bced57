import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        // Not so below one.
        assert !(x > 0) || Math.sqrt(x) <= x;
    }
}
