import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int size = Verifier.nondetInt();
        Verifier.assume(size < 0 && size > -10);
        try {
            int[] numbers = new int[size];
        } catch (NegativeArraySizeException e) {
            assert e.getMessage().length() == 2;
        }
    }
}
