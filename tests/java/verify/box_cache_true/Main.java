import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        byte small = Verifier.nondetByte();
        Integer one = (int) small;
        Integer other = (int) small;
        assert one == other;
    }
}
