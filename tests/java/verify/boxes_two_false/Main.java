import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        Integer a = x;
        Integer b = y;
        assert (a == b) == (x == y);
    }
}
