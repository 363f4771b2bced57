import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        int[] numbers = {1, 2};
        int at = 0;
        numbers[at] += at = 1 + (number & 1);
        assert numbers[0] == at + 1 && numbers[1] == 2;
    }
}
