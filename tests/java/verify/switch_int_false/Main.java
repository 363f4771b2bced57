import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int r;
        switch (x) {
            case 1:
            case 2:
                r = 10;
                break;
            case 1000:
                r = 20;
                break;
            default:
                r = 30;
        }
        assert r != 20;
    }
}
