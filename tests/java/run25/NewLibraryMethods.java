// Library methods added after 17: StringBuilder.repeat, String.splitWithDelimiters, Math.clamp, List.reversed, indexOf ranges, char tests.
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;

public class NewLibraryMethods {
    public static void main(String[] args) {
        System.out.println(new StringBuilder("a").repeat("xy", 3).repeat('z', 2));
        System.out.println(Arrays.toString("a,b;c".splitWithDelimiters("[,;]", -1)) + " " + "banana".indexOf('a', 2, 4) + " " + "banana".indexOf("na", 0, 3));
        System.out.println(Math.clamp(15L, 0, 10) + " " + Math.clamp(-2.5, -1.0, 1.0) + " " + Math.ceilDiv(7, 2) + " " + Math.ceilMod(7, 2) + " " + Math.unsignedMultiplyHigh(-1L, 2));
        System.out.println(List.of(1, 2, 3).reversed() + " " + Integer.compress(0b101101, 0b111000) + " " + Integer.expand(0b101, 0b111000) + " " + Long.compress(255, 0xf0f0));
        System.out.println(HashMap.<String, Integer>newHashMap(100).size() + " " + "Ab".chars().filter(Character::isUpperCase).count() + " " + Character.isEmoji(0x1F600));
        System.out.println("text".equals("te".concat("xt")) + " " + "abc".subSequence(1, 2) + " " + "x".compareTo("y"));
        System.out.println(2.0E-3 + " " + 1.0E23 + " " + 2.2250738585072014E-308 + " " + 1.1E-5f + " " + Double.MIN_VALUE + " " + Float.MIN_VALUE + " " + 2e23);
        try {
            Math.clamp(1, 5, 2);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Math.ceilDivExact(Integer.MIN_VALUE, -1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
