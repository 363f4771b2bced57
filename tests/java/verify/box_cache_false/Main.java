import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        Integer one = number;
        Integer other = number;
        assert one == other;
    }
}
