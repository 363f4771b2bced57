import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        StringBuilder builder = new StringBuilder(Verifier.nondetString());
        if (builder.length() < 5) {
            return;
        }
        assert builder.charAt(0) == builder.charAt(4);
    }
}
