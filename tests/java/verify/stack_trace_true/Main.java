import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static void deep(int x) {
        assert x == 125 || x < 0;
    }

    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x > 100 && x * 2 == 250) {
            deep(x);
        }
    }
}
