package business;

/** Splits an expression into numbers, names and signs. */
public class Tokenizer {
    public enum Kind { NUMBER, NAME, SIGN, END }

    private final String text;
    private int position;
    private String token = "";

    public Tokenizer(String text) {
        this.text = text == null ? "" : text;
    }

    public Kind next() {
        while (position < text.length() && text.charAt(position) == ' ') {
            position++;
        }
        int start = position;
        if (start == text.length()) {
            token = "";
            return Kind.END;
        }
        char first = text.charAt(position++);
        Kind kind;
        if (isDigit(first)) {
            while (position < text.length() && isDigit(text.charAt(position))) {
                position++;
            }
            kind = Kind.NUMBER;
        } else if (isLetter(first)) {
            while (position < text.length() && isLetter(text.charAt(position))) {
                position++;
            }
            kind = Kind.NAME;
        } else if ("+-*/()".indexOf(first) >= 0) {
            kind = Kind.SIGN;
        } else {
            throw new IllegalStateException("unexpected '" + first + "' at " + start);
        }
        token = text.substring(start, position);
        return kind;
    }

    public String getToken() {
        return token;
    }

    public int count() {
        int count = 0;
        while (next() != Kind.END) {
            count++;
        }
        return count;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }
}
