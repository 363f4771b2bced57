import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static class Counter {
        int count;

        void step(boolean up) {
            if (up) {
                count++;
            }
        }
    }

    public static void main(String[] args) {
        Counter c = new Counter();
        for (int i = 0; i < 3; i++) {
            c.step(Verifier.nondetBoolean());
        }
        assert c.count != 2;
    }
}
