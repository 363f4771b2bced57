/** Interest that is never negative, or so its author thinks: `margay check` knows better. */
public class Bank {
    static boolean isPositive(int x) { return Math.abs(x) >= 0; }

    public static void main(String[] arguments) {
        System.out.println(isPositive(-5));
    }
}
