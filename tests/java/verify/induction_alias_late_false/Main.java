import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int rounds = Verifier.nondetInt();
        int[] numbers = new int[4];
        int[] others = numbers;
        for (int i = 0; i < rounds; i++) {
            numbers[i & 3]++;
        }
        assert others[2] < 30;
    }
}
