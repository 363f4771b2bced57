// The main class itself fails to initialise, so main never starts.
public class UncaughtMainInit {
    static int[] table = {1, 2, 3};
    static int last = pick(3);

    static int pick(int i) {
        System.out.println("picking " + i);
        return table[i];
    }

    public static void main(String[] args) {
        System.out.println("not reached");
    }
}
