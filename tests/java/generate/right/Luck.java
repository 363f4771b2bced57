package right;

import java.time.LocalDate;
import java.time.Year;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** Time and chance, in methods and in class initializers. */
public class Luck {
    static final Random RANDOM = new Random();
    static final long START = System.nanoTime();

    public static class Stamp {
        final long made = System.nanoTime();
        final int number;

        public Stamp(int number) {
            this.number = number;
        }
    }

    public static int roll(int n) {
        return n <= 0 ? 0 : RANDOM.nextInt(n);
    }

    public static boolean late(int n) {
        return n == 7 || System.nanoTime() - START > 100_000;
    }

    public static int local(int n) {
        return n > 3 ? ThreadLocalRandom.current().nextInt(100) : n;
    }

    public static int year(int n) {
        return n > 3 ? LocalDate.now().getYear() : n;
    }

    public static boolean leap() {
        return Year.now().isLeap();
    }

    public static Stamp stamp(int n) {
        return n > 3 ? new Stamp(n) : null;
    }
}
