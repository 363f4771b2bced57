import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int a = Verifier.nondetByte();
        int r = a % 7;
        assert r >= 0;
    }
}
