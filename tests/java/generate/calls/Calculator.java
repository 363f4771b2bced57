/** Sums and products of numbers and groups, with so many operations. */
class Calculator {
    static final int END = 0;
    static final int NUMBER = 1;
    static final int PLUS = 2;
    static final int MINUS = 3;
    static final int TIMES = 4;
    static final int OVER = 5;
    static final int OPEN = 6;
    static final int CLOSE = 7;

    private final char[] text;
    private final int most;
    private int at;
    private int kind;
    private int value;
    private int operations;

    Calculator(char[] text, int most) {
        this.text = text;
        this.most = most;
    }

    /** The next token: its kind, or -1 where there is none. */
    int scan() {
        while (at < text.length && text[at] == ' ') {
            at++;
        }
        if (at == text.length) {
            return END;
        }
        char c = text[at];
        if (c >= '0' && c <= '9') {
            value = 0;
            while (at < text.length && text[at] >= '0' && text[at] <= '9') {
                value = 10 * value + text[at] - '0';
                at++;
            }
            return NUMBER;
        }
        at++;
        switch (c) {
            case '+':
                return PLUS;
            case '-':
                return MINUS;
            case '*':
                return TIMES;
            case '/':
                return OVER;
            case '(':
                return OPEN;
            case ')':
                return CLOSE;
            default:
                return -1;
        }
    }

    private boolean fits() {
        operations++;
        return operations <= most;
    }

    private boolean sum() {
        if (!product()) {
            return false;
        }
        while (kind == PLUS || kind == MINUS) {
            if (!fits()) {
                return false;
            }
            kind = scan();
            if (!product()) {
                return false;
            }
        }
        return true;
    }

    private boolean product() {
        if (!factor()) {
            return false;
        }
        while (kind == TIMES || kind == OVER) {
            if (!fits()) {
                return false;
            }
            kind = scan();
            if (!factor()) {
                return false;
            }
        }
        return true;
    }

    private boolean factor() {
        if (kind == NUMBER) {
            kind = scan();
            return true;
        }
        if (kind == OPEN) {
            if (!fits()) {
                return false;
            }
            kind = scan();
            if (!sum() || kind != CLOSE) {
                return false;
            }
            kind = scan();
            return true;
        }
        return false;
    }

    /** Whether a text is valid. A group counts as an operation. */
    static boolean accepts(char[] text, int most) {
        Calculator calculator = new Calculator(text, most);
        calculator.kind = calculator.scan();
        return calculator.sum() && calculator.kind == END && calculator.operations == most;
    }

    static boolean one(char[] text) {
        return accepts(text, 1);
    }

    static boolean two(char[] text) {
        return accepts(text, 2);
    }

    static boolean three(char[] text) {
        return accepts(text, 3);
    }

    static boolean four(char[] text) {
        return accepts(text, 4);
    }

    static boolean isText(char[] text) {
        return text != null && text.length == 24;
    }
}
