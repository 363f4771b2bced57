import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        boolean ok = x != 0 & 10 / x < 11;
        assert x != 0 || !ok;
    }
}
