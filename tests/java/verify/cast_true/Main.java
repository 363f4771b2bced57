import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        Object o = Verifier.nondetBoolean() ? "text" : (Object) Integer.valueOf(1);
        if (o instanceof String) {
            String s = (String) o;
            assert s.length() == 4;
        }
    }
}
