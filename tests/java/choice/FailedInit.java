// outcomes: 6
// dropped: 0
// exceptions: 1
// A static initializer fails in some branches only; the class is then unusable there, and fine elsewhere.
import margay.Margay;

public class FailedInit {
    static class Fragile {
        static int value;

        static {
            System.out.println("initialising");
            if (Margay.choose(0, 1) == 0) {
                throw new IllegalStateException("broken");
            }
            value = Margay.choose(5, 6);
        }
    }

    public static void main(String[] args) {
        int uses = Margay.choose(0, 1);
        for (int i = 0; i < uses; i++) {
            try {
                System.out.println("value " + Fragile.value);
            } catch (ExceptionInInitializerError e) {
                System.out.println("first use: " + e.getCause().getMessage());
            }
        }
        try {
            System.out.println("again " + Fragile.value++);
        } catch (NoClassDefFoundError e) {
            System.out.println("later use: no class");
        }
    }
}
