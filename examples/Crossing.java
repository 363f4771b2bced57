import java.util.LinkedHashSet;
import java.util.Set;
import margay.Margay;

/**
 * A farmer, a wolf, a goat and a cabbage cross a river, two at most in the boat.
 *
 * <p>A state is four bits, one per passenger, set on the far bank. Each branch is one plan;
 * {@code assume} drops plans in which something is eaten or a state comes back. Two plans remain:
 * {@code margay run --all examples/Crossing.java}.
 */
public class Crossing {
    private static final String[] NAMES = {"farmer", "wolf", "goat", "cabbage"};
    private static final int FARMER = 1, WOLF = 2, GOAT = 4, CABBAGE = 8, ALL = 15;

    private static boolean safe(int state) {
        boolean farmer = (state & FARMER) != 0;
        boolean wolf = (state & WOLF) != 0;
        boolean goat = (state & GOAT) != 0;
        boolean cabbage = (state & CABBAGE) != 0;
        return goat == farmer || goat != wolf && goat != cabbage;
    }

    public static void main(String[] args) {
        int state = 0;
        Set<Integer> visited = new LinkedHashSet<>();
        while (state != ALL) {
            visited.add(state);
            int passenger = Margay.choose(0, 3); // 0: the farmer goes alone
            boolean sameBank = (state & FARMER) != 0 == ((state & 1 << passenger) != 0);
            Margay.assume(sameBank);
            state ^= FARMER | 1 << passenger;
            Margay.assume(safe(state) && !visited.contains(state));
            System.out.println("farmer" + (passenger == 0 ? "" : " and " + NAMES[passenger]) + " cross");
        }
        System.out.println(visited.size() + " crossings");
    }
}
