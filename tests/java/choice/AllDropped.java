// outcomes: 0
// dropped: 15
// assume(false) in every branch, at different depths: nothing is left.
import margay.Margay;

public class AllDropped {
    public static void main(String[] args) {
        System.out.println("never seen");
        int a = Margay.choose(0, 2);
        Margay.assume(a != 0);
        int b = Margay.choose(0, 6);
        System.out.println(a + b);
        Margay.assume(a + b > 100);
        System.out.println("not reached");
    }
}
