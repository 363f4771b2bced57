// outcomes: 24
// dropped: 0
// A Comparator lambda that chooses, given to List.sort: the decision tree of sorting four elements.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import margay.Margay;

public class InSort {
    public static void main(String[] args) {
        Map<String, Boolean> known = new HashMap<>();
        List<String> list = new ArrayList<>(List.of("p", "q", "r", "s"));
        list.sort((a, b) -> known.computeIfAbsent(a + "<" + b, k -> Margay.choose(0, 1) == 0) ? -1 : 1);
        System.out.println(list + " after " + known.size());
    }
}
