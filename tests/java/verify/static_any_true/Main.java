import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static class Source {
        static final int value = Verifier.nondetInt();
    }

    public static void main(String[] args) {
        assert Source.value == Source.value;
    }
}
