import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static int on;
    static int off;

    public static void main(String[] args) {
        if (Verifier.nondetBoolean()) {
            on++;
        } else if (Verifier.nondetBoolean()) {
            off = Math.max(off, on);
        }
        if (Verifier.nondetBoolean()) {
            on++;
        } else if (Verifier.nondetBoolean()) {
            off = Math.max(off, on);
        }
        if (Verifier.nondetBoolean()) {
            on++;
        } else if (Verifier.nondetBoolean()) {
            off = Math.max(off, on);
        }
        if (Verifier.nondetBoolean()) {
            on++;
        } else if (Verifier.nondetBoolean()) {
            off = Math.max(off, on);
        }
        if (Verifier.nondetBoolean()) {
            on++;
        } else if (Verifier.nondetBoolean()) {
            off = Math.max(off, on);
        }
        if (Verifier.nondetBoolean()) {
            on++;
        } else if (Verifier.nondetBoolean()) {
            off = Math.max(off, on);
        }
        assert on <= 6 && off <= on;
    }
}
