import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int[][] m = new int[3][2];
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 3);
        m[i][1] = 5;
        assert m[2][1] == 0;
    }
}
