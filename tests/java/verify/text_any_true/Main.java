import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert true;
        int n = 4;
        assert n == 4;
    }
}
