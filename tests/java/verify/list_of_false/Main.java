import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        List<Integer> list = List.of(x, 7);
        assert list.indexOf(7) == 1;
    }
}
