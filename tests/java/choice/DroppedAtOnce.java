// outcomes: 0
// dropped: 1
// assume(false) before any choice; finally blocks and handlers of a dropped branch are of no consequence.
import margay.Margay;

public class DroppedAtOnce {
    public static void main(String[] args) {
        try {
            Margay.assume(args.length > 0);
            System.out.println("not reached");
        } finally {
            System.out.println("never seen");
        }
    }
}
