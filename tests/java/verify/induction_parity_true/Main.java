import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n % 2 == 0);
        while (n > 0) {
            n -= 2;
        }
        assert n == 0;
    }
}
