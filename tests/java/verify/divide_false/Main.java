import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int d = Verifier.nondetInt();
        int q = 100 / d;
        assert q <= 100;
    }
}
