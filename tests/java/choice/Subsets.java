// outcomes: 256
// dropped: 0
// All subsets of eight elements, one binary choice per element.
import java.util.TreeSet;
import margay.Margay;

public class Subsets {
    public static void main(String[] args) {
        TreeSet<Integer> set = new TreeSet<>();
        int sum = 0;
        for (int i = 1; i <= 8; i++) {
            if (Margay.choose(0, 1) == 1) {
                set.add(i);
                sum += i;
            }
        }
        System.out.println(set + " " + sum);
    }
}
