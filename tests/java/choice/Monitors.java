// outcomes: 8
// dropped: 0
// exceptions: 4
// Choices inside synchronized blocks and methods; each branch leaves them its own way.
import margay.Margay;

public class Monitors {
    static final Object LOCK = new Object();
    int entered;

    synchronized int enter(int depth) {
        entered++;
        if (depth > 0 && Margay.choose(0, 1) == 1) {
            return enter(depth - 1);
        }
        if (Margay.choose(0, 1) == 1) {
            throw new IllegalStateException("left at " + depth);
        }
        return entered;
    }

    public static void main(String[] args) {
        Monitors m = new Monitors();
        boolean inside;
        synchronized (LOCK) {
            inside = Margay.choose(0, 1) == 1;
            if (inside) {
                System.out.println("inside");
            }
        }
        System.out.println(inside);
        try {
            System.out.println(m.enter(1));
        } finally {
            System.out.println("entered " + m.entered);
        }
    }
}
