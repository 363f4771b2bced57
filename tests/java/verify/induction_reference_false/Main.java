import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int rounds = Verifier.nondetInt();
        int[] one = {1};
        int[] other = {2};
        int[] held = one;
        for (int i = 0; i < rounds; i++) {
            if (i == 40) {
                held = other;
            }
        }
        assert held[0] == 1;
    }
}
