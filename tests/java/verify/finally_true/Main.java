import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    @SuppressWarnings("finally")
    static int f(int x) {
        try {
            if (x > 3) {
                throw new IllegalStateException();
            }
            return 1;
        } finally {
            return 2;
        }
    }

    public static void main(String[] args) {
        assert f(Verifier.nondetInt()) == 2;
    }
}
