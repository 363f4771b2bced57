import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 4);
        int s = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                s++;
            }
        }
        assert s == n * (n - 1) / 2;
    }
}
