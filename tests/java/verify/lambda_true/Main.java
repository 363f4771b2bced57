import java.util.function.IntUnaryOperator;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        IntUnaryOperator twice = v -> 2 * v;
        int x = Verifier.nondetByte();
        assert twice.applyAsInt(x) == x + x;
    }
}
