// outcomes: 16
// dropped: 0
// Classes of the library are first initialised inside some branch: caches, formatters, regular expressions, big numbers.
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import margay.Margay;

public class LibraryInit {
    static String use(int what, int n) {
        return switch (what) {
            case 0 -> String.format("%08.3f|%,d|%x", n / 7.0, n * 1000003, n);
            case 1 -> new BigInteger("123456789").pow(n + 3) + " " + new BigDecimal("1.10").multiply(BigDecimal.valueOf(n));
            case 2 -> "a1b22c".replaceAll("[0-9]+", "<$0" + n + ">") + Integer.valueOf(n * 100).equals(n * 100);
            default -> new Random(n).nextInt(1000) + " " + Math.floorMod(-n, 7) + " " + Character.toUpperCase((char) ('a' + n));
        };
    }

    public static void main(String[] args) {
        System.out.println(use(Margay.choose(0, 3), 1));
        System.out.println(use(Margay.choose(0, 3), 2));
    }
}
