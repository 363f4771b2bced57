import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int a = Verifier.nondetByte();
        Verifier.assume(a > 0);
        int x = a;
        int y = 12;
        while (y != 0) {
            int r = x % y;
            x = y;
            y = r;
        }
        assert x >= 1 && x <= 12;
    }
}
