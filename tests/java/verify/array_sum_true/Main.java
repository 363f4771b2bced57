import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int[] a = new int[4];
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            a[i] = Verifier.nondetByte();
            s += a[i];
        }
        assert s >= -512 && s <= 508;
    }
}
