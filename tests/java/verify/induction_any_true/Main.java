import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int most = Verifier.nondetInt();
        int first = most;
        for (int i = 0; i < n; i++) {
            int x = Verifier.nondetInt();
            if (x > most) {
                most = x;
            }
        }
        assert most >= first;
    }
}
