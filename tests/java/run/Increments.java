// ++ and -- on locals, fields, statics and array elements of every type, prefix and postfix.
public class Increments {
    byte b = 127;
    short s = -32768;
    char c = 0xffff;
    int i = Integer.MAX_VALUE;
    long l = Long.MIN_VALUE;
    float f = 0.5f;
    double d = -0.5;
    static byte sb = -128;
    static char sc = 0;
    static long sl = 41;
    Integer boxed = 127;
    Character boxedChar = 'a';

    public static void main(String[] args) {
        Increments o = new Increments();
        System.out.println(o.b++ + " " + o.b + " " + --o.b + " " + o.b);
        System.out.println(o.s-- + " " + o.s + " " + ++o.s);
        System.out.println((int) o.c++ + " " + (int) o.c + " " + (int) --o.c);
        System.out.println(o.i++ + " " + o.i + " " + --o.i);
        System.out.println(o.l-- + " " + o.l + " " + ++o.l);
        System.out.println(o.f++ + " " + o.f + " " + --o.f);
        System.out.println(o.d-- + " " + o.d + " " + ++o.d);
        System.out.println(sb-- + " " + sb + " " + (int) --sc + " " + sl++ + " " + ++sl);
        System.out.println(o.boxed++ + " " + o.boxed + " " + ++o.boxedChar);
        byte[] bytes = {127};
        char[] chars = {'z'};
        short[] shorts = {32767};
        long[] longs = {Long.MAX_VALUE};
        float[] floats = {1e10f};
        double[] doubles = {0.1};
        int[] ints = {0};
        System.out.println(bytes[0]++ + " " + bytes[0] + " " + chars[0]-- + " " + chars[0] + " " + ++shorts[0]);
        System.out.println(longs[0]++ + " " + longs[0] + " " + ++floats[0] + " " + doubles[0]++ + " " + doubles[0]);
        System.out.println(ints[ints[0]++]++ + " " + ints[0]);
        byte local = 0;
        for (int n = 0; n < 300; n++) {
            local++;
        }
        char localChar = 'A';
        localChar += 25;
        localChar++;
        int big = 0;
        big += 32767;
        big += 32768;
        big -= 40000;
        big += 100;
        System.out.println(local + " " + localChar + " " + big);
    }
}
