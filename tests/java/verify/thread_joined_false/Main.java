import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) throws Exception {
        int[] seen = {0};
        int number = Verifier.nondetInt();
        Thread thread = new Thread(() -> seen[0] = number > 5 ? 1 : 2);
        thread.start();
        thread.join();
        assert seen[0] != 2;
    }
}
