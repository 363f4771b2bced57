import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        int x = Verifier.nondetInt();
        list.add(x);
        list.add(x + 1);
        assert list.get(1) > list.get(0).intValue();
    }
}
