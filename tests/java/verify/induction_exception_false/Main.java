import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int x = 0;
        try {
            for (int i = 0; i < n; i++) {
                if (i == 7) {
                    throw new IllegalStateException();
                }
                x = 1;
            }
        } catch (IllegalStateException e) {
            x = 2;
        }
        assert x >= 0 && x < 2;
    }
}
