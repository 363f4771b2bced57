// outcomes: 1
// dropped: 0
// A program without branches has one outcome with no decisions; a choice among one is no branch.
import margay.Margay;

public class NoChoice {
    public static void main(String[] args) {
        Margay.assume(true);
        System.out.println(Margay.choose(5, 5) + Margay.choose(Integer.MAX_VALUE, Integer.MAX_VALUE));
        try {
            Margay.choose(2, 1);
        } catch (IllegalArgumentException e) {
            System.out.println("no alternatives");
        }
    }
}
