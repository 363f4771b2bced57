import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    enum Colour { RED, GREEN, BLUE }

    static int pick() {
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 3);
        return i;
    }

    public static void main(String[] args) {
        Colour c = Colour.values()[pick()];
        int n;
        switch (c) {
            case RED:
                n = 1;
            case GREEN:
                n = 2;
                break;
            default:
                n = 3;
        }
        assert n == c.ordinal() + 1;
    }
}
