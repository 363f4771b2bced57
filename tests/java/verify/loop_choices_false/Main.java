import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int s = 0;
        for (int i = 0; i < 6; i++) {
            if (Verifier.nondetBoolean()) {
                s++;
            }
        }
        assert s < 6;
    }
}
