import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        byte b = 0;
        for (int i = 0; i < n; i++) {
            if (b < 100) {
                b++;
            }
        }
        assert b >= 0;
    }
}
