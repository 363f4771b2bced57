import java.util.concurrent.atomic.AtomicInteger;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        AtomicInteger counter = new AtomicInteger(Verifier.nondetInt());
        int before = counter.get();
        assert counter.incrementAndGet() > before;
    }
}
