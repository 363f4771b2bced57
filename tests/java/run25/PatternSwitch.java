// Pattern matching in switch: types, guards, null, dominance order, enums and strings mixed, default.
import java.util.List;

public class PatternSwitch {
    enum Suit { CLUBS, HEARTS }

    static String describe(Object o) {
        return switch (o) {
            case null -> "nothing";
            case Integer i when i < 0 -> "negative " + i;
            case Integer i when i > 1000 -> "big " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String s when s.isEmpty() -> "empty string";
            case String s -> "string of " + s.length();
            case Suit s when s == Suit.HEARTS -> "hearts";
            case Suit s -> "suit " + s.ordinal();
            case int[] a when a.length > 2 -> "long array " + a[2];
            case int[] a -> "array of " + a.length;
            case List<?> l when l.contains(5) -> "list with five";
            case List<?> l -> "list of " + l.size();
            case Character c -> "char " + (char) (c + 1);
            case Throwable t -> "throwable " + t.getMessage();
            default -> "other " + o.getClass().getSimpleName();
        };
    }

    static int oldStyle(Object o) {
        int score = 0;
        switch (o) {
            case String s:
                score += s.length();
                break;
            case Integer i when i > 10:
                score += i;
            default:
                score += 1000;
        }
        return score;
    }

    static String text(String s) {
        return switch (s) {
            case null -> "null";
            case "a", "b" -> "letter";
            case String t when t.length() > 3 -> "long";
            case "xyz" -> "constant";
            default -> "short";
        };
    }

    static String suit(Suit s) {
        return switch (s) {
            case CLUBS -> "c";
            case HEARTS -> "h";
            case null -> "?";
        };
    }

    public static void main(String[] args) {
        Object[] values = {null, -5, 5, 5000, 7L, "", "abc", Suit.CLUBS, Suit.HEARTS, new int[] {1, 2, 3}, new int[1], List.of(1, 5), List.of(), 'x', new RuntimeException("boom"), 2.5, new Object[0]};
        for (Object v : values) {
            System.out.println(describe(v));
        }
        System.out.println(oldStyle("four") + " " + oldStyle(50) + " " + oldStyle(5) + " " + oldStyle(1.5));
        for (String s : new String[] {null, "a", "b", "xyz", "wxyz", "c"}) {
            System.out.print(text(s) + " ");
        }
        System.out.println(suit(null) + suit(Suit.HEARTS));
        try {
            oldStyle(null);
        } catch (NullPointerException e) {
            System.out.println("null selector");
        }
    }
}
