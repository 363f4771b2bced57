import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        double number = Verifier.nondetDouble();
        byte narrow = (byte) number;
        assert narrow == (int) number || number > 127 || number < -128;
    }
}
