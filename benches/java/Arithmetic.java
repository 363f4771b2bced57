// Integer, long and double arithmetic in a tight loop: no calls, no memory.
public class Arithmetic {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 12_000_000;
        int a = 1;
        long b = 7;
        double d = 0.5;
        for (int i = 0; i < rounds; i++) {
            a = a * 31 + i ^ a >>> 3;
            b += (b << 1) - a % 17;
            d = d * 0.999 + (i & 3);
            if (a < 0) {
                b ^= i;
            }
        }
        System.out.println(a + " " + b + " " + d);
    }
}
