// Long's static methods on corner values.
public class Longs {
    public static void main(String[] args) {
        long[] values = {0, 1, -1, 3, 1L << 32, -(1L << 32), 0x123456789abcdefL, 0xcafebabedeadbeefL, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long v : values) {
            System.out.println(v + ": " + Long.toBinaryString(v) + " " + Long.toOctalString(v) + " " + Long.toHexString(v) + " " + Long.toString(v, 36) + " " + Long.toString(v, 3));
            System.out.println("  " + Long.bitCount(v) + " " + Long.reverse(v) + " " + Long.reverseBytes(v) + " " + Long.highestOneBit(v) + " " + Long.lowestOneBit(v) + " " + Long.numberOfLeadingZeros(v) + " " + Long.numberOfTrailingZeros(v));
            System.out.println("  " + Long.rotateLeft(v, 13) + " " + Long.rotateRight(v, 77) + " " + Long.signum(v) + " " + Long.hashCode(v) + " " + Long.toUnsignedString(v));
            for (long w : new long[] {1, -1, 10, Long.MIN_VALUE}) {
                System.out.print("  " + Long.compare(v, w) + " " + Long.compareUnsigned(v, w) + " " + Long.divideUnsigned(v, w) + " " + Long.remainderUnsigned(v, w) + " " + Long.max(v, w) + " " + Long.min(v, w));
            }
            System.out.println();
        }
        System.out.println(Long.parseLong("-9223372036854775808") + " " + Long.parseLong("zzzzzzzzzz", 36) + " " + Long.parseUnsignedLong("18446744073709551615") + " " + Long.decode("-0x7f") + " " + Long.valueOf(77).intValue());
        for (String bad : new String[] {"9223372036854775808", "", "1.0", "12L"}) {
            try {
                System.out.println(Long.parseLong(bad));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
