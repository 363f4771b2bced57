import java.util.ArrayDeque;
import java.util.Deque;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        Deque<Integer> stack = new ArrayDeque<>();
        if (Verifier.nondetBoolean()) {
            stack.push(1);
        }
        stack.pop();
    }
}
