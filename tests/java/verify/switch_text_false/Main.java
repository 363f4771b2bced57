import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        String s = Verifier.nondetBoolean() ? "on" : "off";
        boolean on;
        switch (s) {
            case "on":
                on = true;
                break;
            default:
                on = false;
        }
        assert on;
    }
}
