import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        int x = Verifier.nondetInt();
        map.put("a", x);
        map.put("b", 2);
        assert map.get("a").intValue() == x && map.size() == 2;
    }
}
