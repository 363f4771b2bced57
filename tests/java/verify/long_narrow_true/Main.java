import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        long a = Verifier.nondetLong();
        Verifier.assume(a >= -5 && a <= 5);
        assert (int) a == a;
    }
}
