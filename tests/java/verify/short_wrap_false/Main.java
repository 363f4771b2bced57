import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        short s = Verifier.nondetShort();
        short old = s;
        s++;
        assert s > old;
    }
}
