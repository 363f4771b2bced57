// Shift counts beyond the width are masked; the three kinds of shift on int and long.
public class Shifts {
    public static void main(String[] args) {
        int[] counts = {0, 1, 5, 31, 32, 33, 63, 64, 65, -1, -31, -32, Integer.MIN_VALUE};
        int[] ints = {1, -1, 0x12345678, Integer.MIN_VALUE, Integer.MAX_VALUE};
        long[] longs = {1, -1, 0x123456789abcdef0L, Long.MIN_VALUE, Long.MAX_VALUE};
        for (int count : counts) {
            for (int i : ints) {
                System.out.print((i << count) + " " + (i >> count) + " " + (i >>> count) + " ");
            }
            System.out.println();
            for (long l : longs) {
                System.out.print((l << count) + " " + (l >> count) + " " + (l >>> count) + " ");
            }
            System.out.println();
        }
        long bigCount = (1L << 40) + 3;
        System.out.println((1 << bigCount) + " " + (1L << bigCount));
        byte b = -128;
        b >>>= 1;
        short s = -1;
        s >>>= 20;
        char c = 0xffff;
        c <<= 4;
        System.out.println(b + " " + s + " " + (int) c);
        int i = -17;
        i >>= 33;
        long l = -17;
        l >>>= 65;
        System.out.println(i + " " + l);
    }
}
