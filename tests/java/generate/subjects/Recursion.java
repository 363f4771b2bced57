package subjects;

import java.util.ArrayList;
import java.util.List;

/** Recursion. */
public final class Recursion {
    private Recursion() {}

    public static int ackermann(int m, int n) {
        if (m < 0 || n < 0 || m > 2 || n > 2) {
            return -1;
        }
        return ack(m, n);
    }

    private static int ack(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        return n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
    }

    public static List<String> hanoi(int discs) {
        List<String> moves = new ArrayList<>();
        if (discs < 0 || discs > 3) {
            throw new IllegalArgumentException();
        }
        move(discs, 'a', 'b', 'c', moves);
        return moves;
    }

    private static void move(int discs, char from, char to, char via, List<String> moves) {
        if (discs > 0) {
            move(discs - 1, from, via, to, moves);
            moves.add(from + ">" + to);
            move(discs - 1, via, to, from, moves);
        }
    }

    public static boolean isEven(int n) {
        return n == 0 || isOdd(n - 1);
    }

    public static boolean isOdd(int n) {
        return n != 0 && isEven(n - 1);
    }

    public static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }
}
