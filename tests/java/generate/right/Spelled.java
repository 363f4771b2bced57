package right;

/** Texts that one method looks into and another one changes. */
public class Spelled {
    public static boolean hasThree(byte n) {
        return ("" + n).length() == 3;
    }

    public static String marked(byte n, char mark) {
        return new StringBuilder().append(n).append(mark).toString();
    }

    public static int again(int n) {
        return Integer.parseInt("" + n) == 1_234_567 ? 1 : 2;
    }

    public static int number(String text) {
        try {
            return Long.parseLong(text) == -321 ? 1 : 2;
        } catch (NumberFormatException bad) {
            return text.length();
        }
    }
}
