import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        byte b = (byte) a;
        assert b == (a & 0xff);
    }
}
