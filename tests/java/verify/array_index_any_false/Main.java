import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 4);
        int[] a = {2, 4, 7, 8};
        assert a[i] % 2 == 0;
    }
}
