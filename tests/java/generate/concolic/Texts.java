import margay.Margay;

/** A character is looked for in a text that ends with a zero. */
public class Texts {
    static int locate(char[] text, char wanted) {
        int i = 0;
        while (text[i] != wanted) {
            if (text[i] == 0) return -1;
            i++;
            // What does not end is no text.
            Margay.assume(i < text.length);
        }
        return i;
    }

    private static int top(int length) {
        char[] text = new char[length];
        for (int i = 0; i < length; i++) text[i] = Margay.anyChar();
        int at = locate(text, 'a');
        if (at == -1) return -1;
        if (at + 1 == length || text[at + 1] != ':') return 1;
        return 0;
    }

    static int top2() {
        return top(2);
    }

    static int top10() {
        return top(10);
    }

    static int top30() {
        return top(30);
    }
}
