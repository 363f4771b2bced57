import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        float a = Verifier.nondetFloat();
        assert a == a;
    }
}
