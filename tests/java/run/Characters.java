// Character predicates and conversions over ASCII and Latin-1, as checksums and samples.
public class Characters {
    public static void main(String[] args) {
        int sum = 0;
        for (char c = 0; c < 256; c++) {
            sum = sum * 31 + (Character.isLetter(c) ? 1 : 0);
            sum = sum * 31 + (Character.isDigit(c) ? 1 : 0);
            sum = sum * 31 + (Character.isWhitespace(c) ? 1 : 0);
            sum = sum * 31 + (Character.isUpperCase(c) ? 1 : 0);
            sum = sum * 31 + (Character.isLowerCase(c) ? 1 : 0);
            sum = sum * 31 + (Character.isJavaIdentifierStart(c) ? 1 : 0);
            sum = sum * 31 + (Character.isJavaIdentifierPart(c) ? 1 : 0);
            sum = sum * 31 + (Character.isISOControl(c) ? 1 : 0);
            sum = sum * 31 + (Character.isSpaceChar(c) ? 1 : 0);
            sum = sum * 31 + Character.toUpperCase(c);
            sum = sum * 31 + Character.toLowerCase(c);
            sum = sum * 31 + Character.getType(c);
            sum = sum * 31 + Character.getNumericValue(c);
            if (c % 32 == 31) {
                System.out.println((int) c + " " + sum);
            }
        }
        System.out.println(Character.digit('f', 16) + " " + Character.digit('g', 16) + " " + Character.digit('7', 8) + " " + Character.forDigit(11, 16) + " " + (int) Character.forDigit(20, 16));
        System.out.println(Character.toString('x') + Character.valueOf('y') + Character.toString(0x41) + " " + Character.compare('a', 'd') + " " + Character.hashCode('a') + " " + Character.reverseBytes('\u0102') * 1);
        System.out.println(Character.isAlphabetic('a') + " " + Character.isLetterOrDigit('_') + " " + Character.MIN_RADIX + " " + Character.MAX_RADIX + " " + (int) Character.MAX_VALUE);
        Character a = 'a';
        Character b = 'a';
        Character wide = '\u1234';
        System.out.println((a == b) + " " + a.equals(b) + " " + a.compareTo('c') + " " + wide.equals('\u1234') + " " + wide.charValue() * 1 + " " + a.hashCode());
    }
}
