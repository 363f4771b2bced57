package report;

/** Every primitive type, statics, output. */
public class Kinds extends Base {
    static int calls;
    private static String last = "none";
    static java.util.List<String> log = new java.util.ArrayList<>();

    byte small;
    short medium;
    char letter;
    boolean flag;
    protected double wide;

    Kinds() {
        super(7);
    }

    static double half(byte b, short s, char c, float f, double d, boolean flag, long l) {
        calls++;
        last = "half " + c;
        return flag ? (b + s + f + d + l) / 2 : Double.NaN;
    }

    void fill(byte b, short s, char c) {
        small = b;
        medium = s;
        letter = c;
        flag = true;
        wide = -0.0;
        System.out.println("filled \u00e9 with " + c);
    }

    static String twice(String text, Character letter, Long number) {
        return text + text + letter + number;
    }

    static float negative(float f) {
        return -f;
    }

    static int next() {
        return ++calls;
    }
}

class Base {
    final int hidden;
    private int secret = 3;

    Base(int hidden) {
        this.hidden = hidden;
    }

    int secret() {
        return secret++;
    }
}
