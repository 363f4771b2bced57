import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        short s = Verifier.nondetShort();
        s++;
        assert s >= -32768;
    }
}
