// System.exit(0) in the middle of a loop.
public class ExitZero {
    public static void main(String[] args) {
        for (int i = 0; ; i++) {
            System.out.println(i);
            if (i == 4) {
                System.exit(0);
            }
        }
    }
}
