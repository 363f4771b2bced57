import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetByte();
        if (n >= 0 && n < 10) {
            int[] a = new int[n];
        }
    }
}
