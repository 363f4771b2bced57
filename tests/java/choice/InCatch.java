// outcomes: 6
// dropped: 0
// exceptions: 3
// Choices in catch handlers: recover, retry, wrap or rethrow.
import margay.Margay;

public class InCatch {
    static int attempts;

    static int risky() {
        attempts++;
        if (Margay.choose(0, 1) == 0) {
            throw new IllegalStateException("attempt " + attempts);
        }
        return 10 * attempts;
    }

    static int withRetry(int retries) {
        try {
            return risky();
        } catch (IllegalStateException e) {
            System.out.println("caught " + e.getMessage());
            switch (retries == 0 ? 2 : Margay.choose(0, 3)) {
                case 0:
                    return withRetry(retries - 1);
                case 1:
                    return -1;
                case 2:
                    throw e;
                default:
                    throw new RuntimeException("wrapped", e);
            }
        } finally {
            System.out.println("attempts " + attempts);
        }
    }

    public static void main(String[] args) {
        System.out.println("result " + withRetry(1));
    }
}
