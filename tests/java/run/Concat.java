// String concatenation of every type, constants, nulls, side effects in order, long chains.
public class Concat {
    static int counter;

    static int next() {
        return ++counter;
    }

    @Override
    public String toString() {
        return "obj" + next();
    }

    public static void main(String[] args) {
        byte b = -1;
        short s = -2;
        char c = 'c';
        int i = 3;
        long l = 4L << 40;
        float f = 5.5f;
        double d = 6e66;
        boolean z = true;
        Object n = null;
        String ns = null;
        System.out.println("" + b + s + c + i + l + f + d + z + n + ns);
        System.out.println(1 + 2 + "3" + 4 + 5);
        System.out.println('a' + 'b' + "c" + 'd' + 1);
        System.out.println("x" + (1 + 2) + -3 + +4 + (char) (c + 1));
        System.out.println(n + "left" + null + new int[0].length);
        System.out.println("" + new Concat() + next() + new Concat() + next());
        String text = "";
        for (int k = 0; k < 10; k++) {
            text = k + text + k;
        }
        System.out.println(text);
        String t = "a";
        t += t += "b" + t;
        System.out.println(t);
        System.out.println("\1" .length() + "\\ \" \t|\0".length() + "\u0001\u0002" + "tab\tend");
        System.out.println(i + "" + i + l + c + d + i + "1" + f + z + c + c + c + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + "end");
        System.out.println("" + Integer.valueOf(5) + Character.valueOf('q') + Double.valueOf(0.5) + new StringBuilder("sb"));
        char[] cs = {'x'};
        System.out.println("len " + ("" + cs[0] + cs.length));
        System.out.println("" + Float.NaN + Double.POSITIVE_INFINITY + -0.0 + Long.MIN_VALUE + Integer.MIN_VALUE + Byte.MIN_VALUE);
    }
}
