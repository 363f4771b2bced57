// outcomes: 4
// dropped: 2
// failures: 3
// fail and assume end the branch on the spot: no handler, no finally block, no later output.
import margay.Margay;

public class FailuresUnwound {
    static void work(int n) {
        try {
            if (n < 2) {
                Margay.fail("at " + n);
            }
            Margay.assume(n != 2);
            System.out.println("worked");
        } catch (Throwable t) {
            System.out.println("must not be seen");
        } finally {
            if (n == 3) {
                Margay.assume(false);
            }
            if (n == 4) {
                Margay.fail("in finally");
            }
            System.out.println("finally " + n);
        }
    }

    public static void main(String[] args) {
        int n = Margay.choose(0, 5);
        System.out.println("start " + n);
        work(n);
        System.out.println("end " + n);
    }
}
