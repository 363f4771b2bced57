import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static class Base {
        int f(int x) {
            return x;
        }
    }

    static class Derived extends Base {
        @Override
        int f(int x) {
            return 1;
        }
    }

    public static void main(String[] args) {
        Base b = new Base();
        assert b.f(Verifier.nondetInt()) == 1;
    }
}
