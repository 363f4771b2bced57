// Java 17 syntax: instanceof patterns, sealed types, switch expressions, text blocks, var.
import java.util.ArrayList;
import java.util.List;

public class ModernJava {
    sealed interface Expr permits Num, Add, Mul, Neg { }
    record Num(int value) implements Expr { }
    record Add(Expr left, Expr right) implements Expr { }
    record Mul(Expr left, Expr right) implements Expr { }
    record Neg(Expr inner) implements Expr { }

    static int eval(Expr e) {
        if (e instanceof Num n) {
            return n.value();
        } else if (e instanceof Add a) {
            return eval(a.left()) + eval(a.right());
        } else if (e instanceof Mul m && eval(m.left()) != 0) {
            return eval(m.left()) * eval(m.right());
        } else if (e instanceof Neg neg) {
            return -eval(neg.inner());
        }
        return 0;
    }

    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    static int hours(Day day) {
        return switch (day) {
            case MON, TUE, WED, THU -> 8;
            case FRI -> {
                int h = day.ordinal();
                yield h + 2;
            }
            case SAT, SUN -> 0;
        };
    }

    static String size(int n) {
        return switch (n) {
            case 0 -> "none";
            case 1, 2, 3 -> "few";
            default -> {
                if (n < 0) {
                    throw new IllegalArgumentException("negative " + n);
                }
                yield n > 100 ? "many" : "some";
            }
        };
    }

    static long oldStyle(String s) {
        return switch (s) {
            case "one":
                yield 1;
            case "two":
                System.out.print("(two)");
            case "deux":
                yield 2;
            default:
                yield s.length();
        };
    }

    static String describe(Object o) {
        if (!(o instanceof String s)) {
            return "not a string: " + o;
        }
        return "string of " + s.length();
    }

    public static void main(String[] args) {
        Expr e = new Add(new Mul(new Num(6), new Num(7)), new Neg(new Num(2)));
        System.out.println(eval(e) + " " + e);
        System.out.println(eval(new Mul(new Num(0), e)));
        for (var day : Day.values()) {
            System.out.print(hours(day) + " ");
        }
        System.out.println();
        for (int n : new int[] {0, 2, 50, 500, -5}) {
            try {
                System.out.print(size(n) + " ");
            } catch (IllegalArgumentException x) {
                System.out.println(x.getMessage());
            }
        }
        System.out.println(oldStyle("one") + oldStyle("two") + oldStyle("deux") + oldStyle("other"));
        System.out.println(describe("abc") + " " + describe(5) + " " + describe(null));
        String block = """
            Hello,
              "indented" text \
            joined
            tab\tand trailing   \s
            unicode \u00e9nd
            """;
        System.out.print(block.replace('\u00e9', 'e'));
        System.out.println(block.length() + " " + block.lines().count());
        var list = new ArrayList<List<? extends Number>>();
        list.add(List.of(1, 2));
        list.add(List.of(1.5));
        for (var inner : list) {
            for (var number : inner) {
                System.out.print(number.doubleValue() + " ");
            }
        }
        System.out.println();
        var anonymous = new Object() {
            int hidden = 41;
        };
        anonymous.hidden++;
        System.out.println(anonymous.hidden);
        int x = 5;
        int y = switch (x) { case 5 -> { try { yield Integer.parseInt("z"); } catch (NumberFormatException z) { yield -1; } } default -> 0; } + x;
        System.out.println(y);
    }
}
