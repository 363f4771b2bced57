import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int[] a = {1, x, 3};
        int[] b = a.clone();
        b[1] = 7;
        assert a[1] == x;
    }
}
