// Record patterns: nested, with var, generic inference, in instanceof and switch, exhaustive over sealed types.
public class RecordPatterns {
    sealed interface Expr permits Num, Neg, Bin { }
    record Num(int value) implements Expr { }
    record Neg(Expr inner) implements Expr { }
    record Bin(char op, Expr left, Expr right) implements Expr { }

    static int eval(Expr e) {
        return switch (e) {
            case Num(int v) -> v;
            case Neg(Num(var v)) -> -v;
            case Neg(Neg(var inner)) -> eval(inner);
            case Neg(var inner) -> -eval(inner);
            case Bin(char op, Expr l, Expr r) when op == '+' -> eval(l) + eval(r);
            case Bin(char op, Num(int a), Num(int b)) when op == '*' && a == 0 -> 0 * b;
            case Bin(char op, var l, var r) when op == '*' -> eval(l) * eval(r);
            case Bin(char op, _, _) -> throw new IllegalArgumentException("operator " + op);
        };
    }

    static Expr simplify(Expr e) {
        return switch (e) {
            case Bin(char op, Num(int z), Expr r) when op == '+' && z == 0 -> simplify(r);
            case Bin(char op, Expr l, Num(int one)) when op == '*' && one == 1 -> simplify(l);
            case Bin(char op, Expr l, Expr r) -> new Bin(op, simplify(l), simplify(r));
            case Neg(Neg(Expr x)) -> simplify(x);
            case Neg(Expr x) -> new Neg(simplify(x));
            case Num n -> n;
        };
    }

    record Pair<A, B>(A first, B second) { }
    record Point(double x, double y) { }
    record Line(Point from, Point to) { }

    static String corner(Object o) {
        if (o instanceof Line(Point(var x1, var y1), Point(double x2, double y2)) && x1 != x2) {
            return "slope " + (y2 - y1) / (x2 - x1);
        }
        return o instanceof Line(var from, _) ? "vertical at " + from.x() : "no line";
    }

    static String pair(Pair<? extends Object, Pair<String, Integer>> p) {
        return switch (p) {
            case Pair(String s, Pair(var t, Integer n)) -> s + t + n;
            case Pair(Integer i, Pair(var t, var n)) when n != null -> "" + (i + n) + t;
            case Pair(var a, var b) -> a + "/" + b;
        };
    }

    record Faulty(int x) {
        public int x() {
            throw new IllegalStateException("accessor");
        }
    }

    public static void main(String[] args) {
        Expr e = new Bin('+', new Num(0), new Bin('*', new Neg(new Neg(new Num(6))), new Bin('+', new Num(3), new Neg(new Num(-4)))));
        System.out.println(eval(e) + " " + simplify(e) + " " + eval(simplify(e)));
        try {
            eval(new Bin('/', new Num(1), new Num(2)));
        } catch (IllegalArgumentException x) {
            System.out.println(x.getMessage());
        }
        System.out.println(corner(new Line(new Point(0, 0), new Point(2, 5))) + ", " + corner(new Line(new Point(1, 0), new Point(1, 5))) + ", " + corner("x"));
        System.out.println(pair(new Pair<>("s", new Pair<>("t", 1))) + " " + pair(new Pair<>(5, new Pair<>("u", 2))) + " " + pair(new Pair<>(5, new Pair<>("u", null))) + " " + pair(new Pair<>(null, null)));
        Object o = new Faulty(1);
        try {
            if (o instanceof Faulty(int x)) {
                System.out.println(x);
            }
        } catch (MatchException m) {
            System.out.println(m.getMessage() + " | " + m.getCause());
        }
        System.out.println(eval(new Neg(new Bin('*', new Num(0), new Num(9)))));
    }
}
