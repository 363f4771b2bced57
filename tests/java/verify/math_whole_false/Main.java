import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        // Halves go to the even neighbour, not up.
        assert Double.isNaN(x) || Math.rint(x) == Math.floor(x + 0.5);
    }
}
