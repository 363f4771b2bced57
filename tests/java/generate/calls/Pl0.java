import margay.Margay;

/** A parser of PL/0 by recursive descent, with a lexer of its own. */
class Pl0 {
    private final Pl0Lexer lexer;
    private final int most;
    private int tokens;
    private int kind;

    Pl0(char[] text, int most) {
        this.lexer = new Pl0Lexer(text);
        this.most = most;
    }

    /** Whether a text is a program of exactly so many tokens. */
    static boolean accepts(char[] text, int most) {
        try {
            Pl0 parser = new Pl0(text, most);
            parser.next();
            parser.block();
            return parser.kind == Pl0Lexer.DOT && parser.tokens == most;
        } catch (SyntaxError error) {
            return false;
        }
    }

    static void seven(char[] text) {
        Margay.assume(accepts(text, 7));
    }

    static void eight(char[] text) {
        Margay.assume(accepts(text, 8));
    }

    static void nine(char[] text) {
        Margay.assume(accepts(text, 9));
    }

    static void ten(char[] text) {
        Margay.assume(accepts(text, 10));
    }

    static boolean isText(char[] text) {
        return text != null && text.length == 64;
    }

    private void next() {
        if (tokens == most) {
            throw new SyntaxError();
        }
        tokens++;
        kind = lexer.next();
    }

    private void expect(int wanted) {
        if (kind != wanted) {
            throw new SyntaxError();
        }
        next();
    }

    private void block() {
        if (kind == Pl0Lexer.CONST) {
            next();
            constant();
            while (kind == Pl0Lexer.COMMA) {
                next();
                constant();
            }
            expect(Pl0Lexer.SEMICOLON);
        }
        if (kind == Pl0Lexer.VAR) {
            next();
            expect(Pl0Lexer.IDENT);
            while (kind == Pl0Lexer.COMMA) {
                next();
                expect(Pl0Lexer.IDENT);
            }
            expect(Pl0Lexer.SEMICOLON);
        }
        while (kind == Pl0Lexer.PROCEDURE) {
            next();
            expect(Pl0Lexer.IDENT);
            expect(Pl0Lexer.SEMICOLON);
            block();
            expect(Pl0Lexer.SEMICOLON);
        }
        statement();
    }

    private void constant() {
        expect(Pl0Lexer.IDENT);
        expect(Pl0Lexer.EQUAL);
        expect(Pl0Lexer.NUMBER);
    }

    private void statement() {
        if (kind == Pl0Lexer.IDENT) {
            next();
            expect(Pl0Lexer.BECOMES);
            expression();
        } else if (kind == Pl0Lexer.CALL) {
            next();
            expect(Pl0Lexer.IDENT);
        } else if (kind == Pl0Lexer.BEGIN) {
            next();
            statement();
            while (kind == Pl0Lexer.SEMICOLON) {
                next();
                statement();
            }
            expect(Pl0Lexer.END);
        } else if (kind == Pl0Lexer.IF) {
            next();
            condition();
            expect(Pl0Lexer.THEN);
            statement();
        } else if (kind == Pl0Lexer.WHILE) {
            next();
            condition();
            expect(Pl0Lexer.DO);
            statement();
        }
    }

    private void condition() {
        if (kind == Pl0Lexer.ODD) {
            next();
            expression();
        } else {
            expression();
            if (kind == Pl0Lexer.EQUAL || kind == Pl0Lexer.DIFFERENT || kind == Pl0Lexer.LESS
                || kind == Pl0Lexer.AT_MOST || kind == Pl0Lexer.GREATER || kind == Pl0Lexer.AT_LEAST) {
                next();
                expression();
            } else {
                throw new SyntaxError();
            }
        }
    }

    private void expression() {
        if (kind == Pl0Lexer.PLUS || kind == Pl0Lexer.MINUS) {
            next();
        }
        term();
        while (kind == Pl0Lexer.PLUS || kind == Pl0Lexer.MINUS) {
            next();
            term();
        }
    }

    private void term() {
        factor();
        while (kind == Pl0Lexer.TIMES || kind == Pl0Lexer.OVER) {
            next();
            factor();
        }
    }

    private void factor() {
        if (kind == Pl0Lexer.IDENT || kind == Pl0Lexer.NUMBER) {
            next();
        } else {
            expect(Pl0Lexer.OPEN);
            expression();
            expect(Pl0Lexer.CLOSE);
        }
    }
}

class SyntaxError extends RuntimeException {
}

class Pl0Lexer {
    static final int NONE = 0;
    static final int IDENT = 1;
    static final int NUMBER = 2;
    static final int PLUS = 3;
    static final int MINUS = 4;
    static final int TIMES = 5;
    static final int OVER = 6;
    static final int OPEN = 7;
    static final int CLOSE = 8;
    static final int EQUAL = 9;
    static final int DIFFERENT = 10;
    static final int LESS = 11;
    static final int AT_MOST = 12;
    static final int GREATER = 13;
    static final int AT_LEAST = 14;
    static final int BECOMES = 15;
    static final int COMMA = 16;
    static final int SEMICOLON = 17;
    static final int DOT = 18;
    static final int CONST = 19;
    static final int VAR = 20;
    static final int PROCEDURE = 21;
    static final int CALL = 22;
    static final int BEGIN = 23;
    static final int END = 24;
    static final int IF = 25;
    static final int THEN = 26;
    static final int WHILE = 27;
    static final int DO = 28;
    static final int ODD = 29;

    private static final char[][] WORDS = {
        "const".toCharArray(), "var".toCharArray(), "procedure".toCharArray(), "call".toCharArray(),
        "begin".toCharArray(), "end".toCharArray(), "if".toCharArray(), "then".toCharArray(),
        "while".toCharArray(), "do".toCharArray(), "odd".toCharArray(),
    };

    private final char[] text;
    private int at;
    private int value;

    Pl0Lexer(char[] text) {
        this.text = text;
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    int next() {
        while (at < text.length && text[at] == ' ') {
            at++;
        }
        if (at == text.length) {
            return NONE;
        }
        if (isLetter(text[at])) {
            int start = at;
            while (at < text.length && isLetter(text[at])) {
                at++;
            }
            for (int i = 0; i < WORDS.length; i++) {
                if (matches(start, WORDS[i])) {
                    return CONST + i;
                }
            }
            return IDENT;
        }
        if (isDigit(text[at])) {
            value = 0;
            while (at < text.length && isDigit(text[at])) {
                value = 10 * value + text[at] - '0';
                at++;
            }
            return NUMBER;
        }
        return symbol(text[at++]);
    }

    private boolean matches(int start, char[] word) {
        if (at - start != word.length) {
            return false;
        }
        for (int i = 0; i < word.length; i++) {
            if (text[start + i] != word[i]) {
                return false;
            }
        }
        return true;
    }

    private int symbol(char c) {
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
            case '=':
                return EQUAL;
            case '#':
                return DIFFERENT;
            case '<':
                return orEqual(LESS);
            case '>':
                return orEqual(GREATER);
            case ':':
                return orEqual(NONE) == NONE + 1 ? BECOMES : NONE;
            case ',':
                return COMMA;
            case ';':
                return SEMICOLON;
            case '.':
                return DOT;
            default:
                return NONE;
        }
    }

    private int orEqual(int kind) {
        if (at < text.length && text[at] == '=') {
            at++;
            return kind + 1;
        }
        return kind;
    }
}
