import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int most = Verifier.nondetInt();
        int x = most;
        for (int i = 0; i < n; i++) {
            x = Verifier.nondetInt();
            if (x > most && i != 4) {
                most = x;
            }
        }
        assert most >= x;
    }
}
