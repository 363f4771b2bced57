/**
 * No choices at all: Margay runs plain Java programs too, the JDK's library included.
 *
 * <p>{@code margay run examples/Coins.java} prints what {@code java examples/Coins.java} prints.
 */
public class Coins {
    public static void main(String[] args) {
        int[] coins = {1, 2, 5, 10, 20, 50, 100, 200};
        for (int amount : new int[] {5, 50, 200}) {
            System.out.printf("%,d ways to pay %d with %d kinds of coin%n", ways(amount, coins), amount, coins.length);
        }
    }

    /** Counts multisets of coins: one coin kind after the other, so that order does not matter. */
    private static long ways(int amount, int[] coins) {
        long[] ways = new long[amount + 1];
        ways[0] = 1;
        for (int coin : coins) {
            for (int sum = coin; sum <= amount; sum++) {
                ways[sum] += ways[sum - coin];
            }
        }
        return ways[amount];
    }
}
