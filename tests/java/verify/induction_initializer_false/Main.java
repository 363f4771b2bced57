import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static int made;

    static final class Late {
        static {
            made++;
        }

        static void touch() {}
    }

    public static void main(String[] args) {
        int rounds = Verifier.nondetInt();
        for (int i = 0; i < rounds; i++) {
            if (i > 20) {
                Late.touch();
            }
        }
        assert made == 0;
    }
}
