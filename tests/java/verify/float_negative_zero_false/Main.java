import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        double number = Verifier.nondetDouble();
        double size = number > 0 ? number : -number;
        assert Double.isNaN(size) || 1 / size >= 0;
    }
}
