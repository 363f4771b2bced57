import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int[] a = new int[4];
        int[] b = new int[4];
        for (int i = 0; i < n; i++) {
            b[i & 3] = i;
        }
        assert a[3] == 0 && b[0] >= 0;
    }
}
