// Ends with an uncaught exception of the JVM.
public class UncaughtSimple {
    static int[] data = new int[4];

    static int read(int index) {
        return data[index];
    }

    public static void main(String[] args) {
        for (int i = 2; ; i++) {
            System.out.println("reading " + i);
            System.out.println(read(i));
        }
    }
}
