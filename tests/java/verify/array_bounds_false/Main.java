import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        int[] a = new int[5];
        if (i >= 0 && i <= a.length) {
            a[i] = 1;
        }
    }
}
