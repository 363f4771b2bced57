package margay.rt;

import margay.Margay;

/** What must hold when a method has returned. */
final class Checks {
    private Checks() {}

    /** The method is to return true. */
    static void isTrue(boolean result) {
        if (!result) {
            Margay.fail("it returns false");
        }
    }

    /** A postcondition is to hold. */
    static void ensures(boolean holds) {
        if (!holds) {
            Margay.fail("the postcondition does not hold");
        }
    }
}
