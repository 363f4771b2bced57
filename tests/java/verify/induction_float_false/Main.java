import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int rounds = Verifier.nondetInt();
        float sum = 16777214f;
        for (int i = 0; i < rounds; i++) {
            sum += 1f;
        }
        assert sum < 16777216f;
    }
}
