/** Sums of digits, in parentheses if you like: most texts are none. */
public class Sums {
    private final String text;
    private int at;

    public Sums(String text) {
        this.text = text;
    }

    public int value() {
        int value = sum();
        if (at < text.length()) {
            throw new IllegalStateException("more than a sum");
        }
        return value;
    }

    private int sum() {
        int value = atom();
        while (at < text.length()) {
            char sign = text.charAt(at);
            if (sign == '+') {
                at++;
                value += atom();
            } else if (sign == '-') {
                at++;
                value -= atom();
            } else {
                break;
            }
        }
        return value;
    }

    private int atom() {
        if (at >= text.length()) {
            throw new IllegalStateException("nothing");
        }
        char next = text.charAt(at++);
        if (next == '(') {
            int value = sum();
            if (at >= text.length() || text.charAt(at++) != ')') {
                throw new IllegalStateException("no end");
            }
            return value;
        }
        if (next < '0' || next > '9') {
            throw new IllegalStateException("no digit");
        }
        return next - '0';
    }
}
