import java.util.TreeMap;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int one = Verifier.nondetInt();
        int other = Verifier.nondetInt();
        TreeMap<Integer, Integer> map = new TreeMap<>((a, b) -> a - b);
        map.put(one, 1);
        map.put(other, 2);
        assert one >= other || map.firstKey() == one;
    }
}
