import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        Object object = Verifier.nondetObject();
        boolean isNull = object == null;
        assert isNull || object != null;
    }
}
