// outcomes: 12
// dropped: 0
// Each branch's output is its own, from its first character, in partial lines too.
import margay.Margay;

public class CapturedOutput {
    public static void main(String[] args) {
        System.out.println("common beginning");
        System.out.print("first=");
        int a = Margay.choose(1, 3);
        System.out.print(a + " second=");
        int b = Margay.choose(1, 4);
        if (b == 2) {
            System.out.println();
        }
        System.out.printf("%d product=%05d%n", b, a * b);
        for (int i = 0; i < b; i++) {
            System.out.print("*");
        }
        if (a != 2) {
            System.out.println();
        }
    }
}
