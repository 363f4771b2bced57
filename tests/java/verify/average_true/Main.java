import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        Verifier.assume(a >= 0 && b >= a);
        int m = (a + b) >>> 1;
        assert m >= a && m <= b;
    }
}
