// Interface fields, static interface methods, marker interfaces, nested interfaces and annotations that do nothing.
public class InterfaceConstants {
    interface Units {
        int KILO = 1000;
        long MEGA = KILO * 1000L;
        double MILLI = 1.0 / KILO;
        String LABEL = "units" + KILO;
        int[] TABLE = {1, KILO, 2 * KILO};
        Object LAZY = InterfaceConstants.announce("Units.LAZY");

        static long convert(int n) {
            return n * MEGA;
        }

        interface Nested {
            char SYMBOL = 'k';
        }
    }

    interface Marker {
    }

    @FunctionalInterface
    interface Transformer {
        int apply(int x);

        default Transformer then(Transformer next) {
            return x -> next.apply(apply(x));
        }

        static Transformer times(int n) {
            return x -> x * n;
        }
    }

    static class Meter implements Units, Units.Nested, Marker {
        int scaled(int x) {
            return x * KILO + SYMBOL;
        }
    }

    @Deprecated
    static Object announce(String what) {
        System.out.println("initialising " + what);
        return what;
    }

    public static void main(String[] args) {
        System.out.println(Units.KILO + " " + Units.MEGA + " " + Units.MILLI + " " + Units.LABEL);
        System.out.println(new Meter().scaled(2) + " " + Meter.KILO);
        System.out.println("before convert");
        System.out.println(Units.convert(3));
        System.out.println(Units.TABLE[1] + Units.TABLE.length + " " + Units.LAZY);
        Units.TABLE[0]++;
        System.out.println(Units.TABLE[0] + " " + (new Meter() instanceof Marker) + " " + ((Object) "s" instanceof Marker));
        System.out.println(Transformer.times(3).then(x -> x + 1).then(Transformer.times(2)).apply(5));
    }
}
