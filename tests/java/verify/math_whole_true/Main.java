import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        if (!Double.isNaN(x)) {
            assert Math.floor(x) <= x && x <= Math.ceil(x);
            assert Math.rint(x) == Math.floor(x) || Math.rint(x) == Math.ceil(x);
        }
        float y = Verifier.nondetFloat();
        assert Float.isNaN(y) || Float.isInfinite(y) || Math.fma(y, 1f, 0f) == y;
    }
}
