import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        long product = 1;
        for (int i = 1; i <= n; i++) {
            product *= i;
            assert product < 5000;
        }
    }
}
