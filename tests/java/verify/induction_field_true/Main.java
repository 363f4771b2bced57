import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static int calls;
    static int most;

    static void step(int x) {
        if (calls < 5) {
            calls++;
        }
        most = x > most ? x : most;
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        for (int i = 0; i < n; i++) {
            step(i);
        }
        assert calls >= 0 && calls <= 5 && most >= 0;
    }
}
