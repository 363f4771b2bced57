import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int x = 1;
        for (int i = 0; i < n; i++) {
            x = i > 5 ? 4 : 2;
        }
        assert x >= 1 && x <= 3;
    }
}
