// outcomes: 6
// dropped: 0
// Strings interned in one branch are unknown in the next; literals stay the same object everywhere.
import margay.Margay;

public class Interning {
    static String build(String prefix, int n) {
        return new StringBuilder(prefix).append(n).append("-made").toString();
    }

    public static void main(String[] args) {
        int n = Margay.choose(0, 2);
        String mine = build("unique", n / 2);
        String canonical = mine.intern();
        System.out.println(canonical + " first " + (canonical == mine));
        String again = build("unique", n / 2);
        System.out.println((again == canonical) + " " + (again.intern() == canonical));
        int m = Margay.choose(0, 1);
        String late = build("late", m * 0);
        System.out.println("late " + m + " first " + (late.intern() == late));
        String literal = "lit" + m;
        System.out.println((literal.intern() == "lit0") + " " + (literal.intern() == "lit1"));
    }
}
