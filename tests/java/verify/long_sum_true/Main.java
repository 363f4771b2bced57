import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        long s = (long) a + b;
        assert s <= 4294967294L && s >= -4294967296L;
    }
}
