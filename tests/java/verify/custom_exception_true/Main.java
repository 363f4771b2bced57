import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static class Negative extends Exception {
        final int value;

        Negative(int value) {
            this.value = value;
        }
    }

    static void check(int x) throws Negative {
        if (x < 0) {
            throw new Negative(x);
        }
    }

    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int seen = 0;
        try {
            check(x);
        } catch (Negative e) {
            seen = e.value;
        }
        assert seen <= 0;
    }
}
