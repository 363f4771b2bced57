// A pattern switch whose guard throws ends the program with an uncaught exception.
public class UncaughtPattern {
    record Reading(String sensor, Integer value) { }

    static String level(Object o) {
        return switch (o) {
            case Reading(var s, Integer v) when v > 100 -> s + " high";
            case Reading(var s, Integer v) when v < 0 -> s + " low";
            case Reading(var s, _) -> s + " normal";
            default -> "unknown";
        };
    }

    public static void main(String[] args) {
        System.out.println(level(new Reading("a", 150)));
        System.out.println(level(new Reading("b", -5)));
        System.out.println(level(new Reading("c", 50)));
        System.out.println(level("d"));
        System.out.println(level(new Reading("e", null)));
    }
}
