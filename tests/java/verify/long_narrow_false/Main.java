import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        long a = Verifier.nondetLong();
        assert (int) a == a;
    }
}
