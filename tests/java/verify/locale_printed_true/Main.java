import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        boolean x = Verifier.nondetBoolean();
        System.out.printf("%s: %s%n", "x", x);
        assert "title".toUpperCase().equals("TITLE");
    }
}
