/** Classes whose initializers need each other: whoever comes first is not ready yet for the others. */
public class InitCycle {
    static class Zone {
        static final Zone UTC = Fixed.INSTANCE;
        static final int COUNT = Fixed.MADE + 1;
        static { System.out.println("Zone " + (UTC == null) + " " + Fixed.NAME); }
    }

    static class Fixed extends Zone {
        static final String NAME = "fixed";
        static int MADE = 3;
        static final Zone INSTANCE = new Fixed();
        static { System.out.println("Fixed " + COUNT + " " + (INSTANCE == null)); }
    }

    static class Top {
        static final Object LOW = Bottom.VALUE;
        static { System.out.println("Top " + LOW); }
    }

    static class Middle extends Top {
        static { System.out.println("Middle " + Bottom.VALUE); }
    }

    static class Bottom extends Middle {
        static final Object VALUE = String.valueOf(7);
    }

    interface Greeting {
        Object SAID = say("Greeting");

        default void greet() {}
    }

    static class Polite extends Middle implements Greeting {
        static { System.out.println("Polite " + SAID); }
    }

    static class Broken {
        static int zero = Later.MADE;
        static int value = 1 / zero;
    }

    static class Later extends Broken {
        static int MADE = 3;
    }

    static Object say(String text) {
        System.out.println("says " + text);
        return text;
    }

    public static void main(String[] args) {
        System.out.println(new Fixed().getClass() == Fixed.INSTANCE.getClass());
        System.out.println(Zone.UTC + " " + Zone.COUNT + " " + Fixed.MADE);
        System.out.println(Bottom.VALUE + " " + Top.LOW);
        new Polite();
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(Later.MADE);
            } catch (LinkageError e) {
                System.out.println(e);
            }
        }
    }
}
