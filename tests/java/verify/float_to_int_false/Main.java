import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        float number = Verifier.nondetFloat();
        assert (int) number != Integer.MAX_VALUE || number == 2147483647f;
    }
}
