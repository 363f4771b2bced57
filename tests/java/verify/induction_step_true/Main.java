import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int a = 0;
        int b = 0;
        for (int i = 0; i < n; i++) {
            a += 2;
            b += 4;
        }
        assert b == 2 * a;
    }
}
