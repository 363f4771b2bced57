// String.format and printf: the common conversions, flags, widths, precisions, indices.
public class Formatting {
    static void show(String format, Object... args) {
        System.out.println(format + " -> [" + String.format(format, args) + "]");
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 42, -42, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            System.out.printf("%d|%5d|%-15d|%015d|%+d|%,d|%(d|%x|%X|%o|%#x|% d%n", n, n, n, n, n, n, n, n, n, n, n, n);
        }
        for (double d : new double[] {0, 1, -1.5, Math.PI, 1234567.891, 1e-5, 1e10, 2.5, 0.125, -0.0, Double.NaN, Double.POSITIVE_INFINITY}) {
            System.out.printf("%f|%.3f|%.0f|%10.2f|%-10.1f|%+.2f|%e|%.2e|%,.2f%n", d, d, d, d, d, d, d, d, d);
        }
        show("%08.3f", 3.14159);
        show("%08d", -42);
        show("%g", 0.0001234);
        show("%s %s %s", "a", null, 5);
        show("%10s|%-10s|%.2s|%10.3s", "text", "text", "text", "text");
        show("%S %s", "upper", new StringBuilder("sb"));
        show("%c%c%c", 'a', 66, (byte) 67);
        show("%C", 'q');
        show("%b %b %b %B", true, null, "x", false);
        show("%h %h %H", "hello", 255, "hello");
        show("%n%%%n");
        show("%2$s %1$s %2$s %s", "one", "two");
        show("%s %<s %<S", "again");
        show("%5c|%-5c|", 'x', 'y');
        show("%x %x %x", (byte) -1, -1L, (short) 255);
        show("%d %d", (byte) -1, 1234567890123L);
        show("%,d %,d %,.3f", 999, 1234567, 9876543.21);
        show("%e %E", 12345.678, 0.00012);
        show("%s", java.util.List.of(1, 2));
        show("%d%%", 50);
        show("%s", new int[0].length);
        show("%-6b|%6b|", true, false);
        show("%o %X %x", 8, 48879, 3735928559L);
        show("%d", new java.math.BigInteger("123456789012345678901234567890"));
        show("%.2f", new java.math.BigDecimal("2.345"));
        show("no conversions");
        for (String bad : new String[] {"%d", "%5", "%.2d", "%-d", "%z", "%c"}) {
            try {
                System.out.println(String.format(bad, "x"));
            } catch (java.util.IllegalFormatException e) {
                System.out.println(bad + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        StringBuilder table = new StringBuilder();
        for (int i = 1; i <= 4; i++) {
            table.append(String.format("%-8s|%6d|%8.3f|%5s%n", "row" + i, i * i * i, Math.sqrt(i), i % 2 == 0));
        }
        System.out.print(table);
    }
}
