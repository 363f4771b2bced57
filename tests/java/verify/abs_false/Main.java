import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = x < 0 ? -x : x;
        assert y >= 0;
    }
}
