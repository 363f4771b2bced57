// Integer's static methods on corner values.
public class Integers {
    public static void main(String[] args) {
        int[] values = {0, 1, -1, 2, 10, 255, -256, 0x12345678, 0xdeadbeef, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int v : values) {
            System.out.println(v + ": " + Integer.toBinaryString(v) + " " + Integer.toOctalString(v) + " " + Integer.toHexString(v) + " " + Integer.toString(v, 36) + " " + Integer.toString(v, 7));
            System.out.println("  " + Integer.bitCount(v) + " " + Integer.reverse(v) + " " + Integer.reverseBytes(v) + " " + Integer.highestOneBit(v) + " " + Integer.lowestOneBit(v) + " " + Integer.numberOfLeadingZeros(v) + " " + Integer.numberOfTrailingZeros(v));
            System.out.println("  " + Integer.rotateLeft(v, 5) + " " + Integer.rotateRight(v, 37) + " " + Integer.signum(v) + " " + Integer.hashCode(v) + " " + Integer.toUnsignedString(v) + " " + Integer.toUnsignedLong(v));
            for (int w : new int[] {1, -1, 7, Integer.MIN_VALUE}) {
                System.out.print("  " + Integer.compare(v, w) + " " + Integer.compareUnsigned(v, w) + " " + Integer.divideUnsigned(v, w) + " " + Integer.remainderUnsigned(v, w) + " " + Integer.max(v, w) + " " + Integer.min(v, w) + " " + Integer.sum(v, w));
            }
            System.out.println();
        }
        System.out.println(Integer.parseInt("-123") + Integer.parseInt("+7") + Integer.parseInt("zz", 36) + Integer.parseInt("-1010", 2) + Integer.parseInt("7fffffff", 16) + Integer.valueOf("55"));
        System.out.println(Integer.parseUnsignedInt("4294967295") + " " + Integer.decode("0x1f") + " " + Integer.decode("-010") + " " + Integer.decode("#ff") + " " + Integer.parseInt("a12b", 1, 3, 10));
        for (String bad : new String[] {"", "-", "+", "2147483648", "-2147483649", "1 ", "0x10", "1_000"}) {
            try {
                System.out.println(Integer.parseInt(bad));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Integer.parseInt("-2147483648") + " " + Integer.MIN_VALUE + " " + Integer.SIZE + " " + Integer.BYTES);
        System.out.println(Byte.parseByte("-128") + " " + Byte.toUnsignedInt((byte) -1) + " " + Short.parseShort("7fff", 16) + " " + Short.reverseBytes((short) 0x0102) + " " + Short.toUnsignedInt((short) -1) + " " + Byte.compare((byte) 1, (byte) 3) + " " + Byte.hashCode((byte) -3));
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.parseBoolean("yes") + " " + Boolean.logicalXor(true, false) + " " + Boolean.hashCode(true) + " " + Boolean.hashCode(false) + " " + Boolean.compare(true, false) + " " + Boolean.valueOf("true"));
    }
}
