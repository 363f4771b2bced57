import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        if (Verifier.nondetInt() == 4) {
            assert false;
            System.exit(0);
        }
    }
}
