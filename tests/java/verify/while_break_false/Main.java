import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int i = 0;
        while (true) {
            if (i == 7 || i == n) {
                break;
            }
            i++;
        }
        assert i == 7;
    }
}
