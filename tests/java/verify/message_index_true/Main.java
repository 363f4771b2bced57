import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int index = Verifier.nondetInt();
        Verifier.assume(index >= 0 && index < 100);
        int[] numbers = new int[2];
        try {
            numbers[index] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert e.getMessage().startsWith("Index ");
        }
    }
}
