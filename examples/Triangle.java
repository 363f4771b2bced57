import margay.Margay;

/**
 * The classic of software testing: classify a triangle by its sides.
 *
 * <p>This version forgets one of the three triangle inequalities. Trying all sides from 1 to 4
 * with {@code margay run --all examples/Triangle.java} shows the inputs that get away with it.
 */
public class Triangle {
    enum Kind { EQUILATERAL, ISOSCELES, SCALENE, NONE }

    static Kind classify(int a, int b, int c) {
        if (a + b <= c || a + c <= b) { // b + c <= a is missing
            return Kind.NONE;
        }
        if (a == b && b == c) {
            return Kind.EQUILATERAL;
        }
        return a == b || b == c || a == c ? Kind.ISOSCELES : Kind.SCALENE;
    }

    public static void main(String[] args) {
        int a = Margay.choose(1, 4);
        int b = Margay.choose(1, 4);
        int c = Margay.choose(1, 4);
        Kind kind = classify(a, b, c);
        System.out.println(a + " " + b + " " + c + " is " + kind);
        int longest = Math.max(a, Math.max(b, c));
        if (kind != Kind.NONE && 2 * longest >= a + b + c) {
            Margay.fail("no such triangle: " + a + " " + b + " " + c);
        }
    }
}
