import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        try {
            if (x == 5) {
                throw new IllegalArgumentException();
            }
        } catch (ArithmeticException e) {
            x = 0;
        }
    }
}
