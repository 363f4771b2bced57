import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int i = 0;
        int skipped = 0;
        while (true) {
            if (i >= n || i > 10) {
                break;
            }
            i++;
            if (Verifier.nondetBoolean()) {
                skipped++;
                continue;
            }
        }
        assert i <= 1000 && skipped >= 0 && skipped <= 10;
    }
}
