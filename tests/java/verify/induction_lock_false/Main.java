import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        boolean locked = false;
        int taken = 0;
        while (n > 0) {
            assert !locked;
            locked = true;
            taken++;
            if (taken != 6) {
                locked = false;
            }
            n--;
        }
    }
}
