import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static int zero;

    static final class Broken {
        static int value = 1 / zero;
    }

    public static void main(String[] args) {
        boolean again = Verifier.nondetBoolean();
        try {
            Broken.value++;
            assert false;
        } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof ArithmeticException;
        }
        if (again) {
            try {
                Broken.value++;
                assert false;
            } catch (NoClassDefFoundError e) {
                return;
            }
        }
    }
}
