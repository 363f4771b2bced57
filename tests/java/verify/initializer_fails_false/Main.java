import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static int zero;

    static final class Broken {
        static int value = 1 / zero;
    }

    public static void main(String[] args) {
        boolean again = Verifier.nondetBoolean();
        int failed = 0;
        for (int i = 0; i < (again ? 2 : 1); i++) {
            try {
                Broken.value++;
            } catch (ExceptionInInitializerError e) {
                failed++;
            } catch (NoClassDefFoundError e) {
                failed += 10;
            }
        }
        assert failed == 1;
    }
}
