import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        if (Verifier.nondetBoolean()) {
            list.add("a");
        }
        assert list.isEmpty() || list.get(0).equals("a");
    }
}
