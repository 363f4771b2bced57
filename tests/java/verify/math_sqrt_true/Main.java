import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        double root = Math.sqrt(x);
        assert x >= 0 ? root >= 0 && (x < 1 || root <= x) : Double.isNaN(root);
        short n = Verifier.nondetShort();
        if (n >= 0) {
            int whole = (int) StrictMath.sqrt(n);
            assert whole * whole <= n && (whole + 1) * (whole + 1) > n;
        }
    }
}
