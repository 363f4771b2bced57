package subjects;

/** Splits an expression into its tokens. */
public class Tokenizer {
    private final String text;
    private int at;

    public Tokenizer(String text) {
        this.text = text;
    }

    public char kind() {
        if (at >= text.length()) {
            return 'e';
        }
        char c = text.charAt(at);
        if (Character.isDigit(c)) {
            return 'd';
        }
        return c == '+' || c == '-' ? 'o' : '?';
    }

    public int number() {
        int value = 0;
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            value = 10 * value + text.charAt(at) - '0';
            at++;
        }
        if (at == from) {
            throw new NumberFormatException("at " + at);
        }
        return value;
    }
}
