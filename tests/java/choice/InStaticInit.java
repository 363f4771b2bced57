// outcomes: 25
// dropped: 0
// Class initialisation happens after a choice, or not at all, and itself chooses: each branch initialises afresh.
import margay.Margay;

public class InStaticInit {
    static class Config {
        static final int LEVEL = Margay.choose(1, 2) * 10;
        static int reads;

        static {
            System.out.println("Config initialised, level " + LEVEL);
        }

        static int read() {
            return LEVEL + reads++;
        }
    }

    static class Base {
        static String trace = "base";

        static {
            System.out.println("Base initialised");
        }
    }

    static class Derived extends Base {
        static {
            trace += Margay.choose(0, 1) == 0 ? "+derived" : "-derived";
            System.out.println("Derived initialised");
        }

        static String show() {
            return trace;
        }
    }

    enum Mode {
        SLOW, FAST;

        static final Mode DEFAULT = values()[Margay.choose(0, values().length - 1)];
    }

    public static void main(String[] args) {
        switch (Margay.choose(0, 3)) {
            case 0 -> System.out.println("nothing");
            case 1 -> System.out.println(Config.read() + " " + Config.read());
            case 2 -> {
                System.out.println(Base.trace);
                System.out.println(Derived.show());
            }
            default -> System.out.println(Mode.DEFAULT + " " + Derived.show());
        }
        if (Margay.choose(0, 1) == 1) {
            System.out.println("late " + Config.read());
        }
    }
}
