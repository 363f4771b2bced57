// outcomes: 120
// dropped: 0
// All permutations of five letters, by choosing from a shrinking list.
import java.util.ArrayList;
import java.util.List;
import margay.Margay;

public class Permutations {
    public static void main(String[] args) {
        List<Character> left = new ArrayList<>(List.of('a', 'b', 'c', 'd', 'e'));
        StringBuilder word = new StringBuilder();
        while (!left.isEmpty()) {
            word.append(left.remove(Margay.choose(0, left.size() - 1)).charValue());
        }
        System.out.println(word);
    }
}
