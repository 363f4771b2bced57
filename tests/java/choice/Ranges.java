// outcomes: 17
// dropped: 0
// exceptions: 1
// Ranges at the ends of int, negative ones, ranges that depend on earlier choices, empty and single ranges.
import margay.Margay;

public class Ranges {
    public static void main(String[] args) {
        int low = Margay.choose(-2, 1);
        int high = Margay.choose(low, 1);
        System.out.println(low + ".." + high);
        switch (high) {
            case -1 -> System.out.println(Margay.choose(Integer.MIN_VALUE, Integer.MIN_VALUE + 2));
            case 0 -> System.out.println(Margay.choose(Integer.MAX_VALUE - 1, Integer.MAX_VALUE));
            case 1 -> {
                try {
                    System.out.println(Margay.choose(high, low));
                } catch (IllegalArgumentException e) {
                    System.out.println("empty");
                    if (low == -2) {
                        throw new IllegalStateException("gave up");
                    }
                }
            }
            default -> System.out.println("low");
        }
    }
}
