// Accents, surrogate pairs and CJK, observed through code points and lengths so that the output is ASCII.
public class Unicode {
    static String escape(String s) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c < 128) {
                out.append(c);
            } else {
                out.append(String.format("\\u%04x", (int) c));
            }
        }
        return out.toString();
    }

    public static void main(String[] args) {
        String[] samples = {"caf\u00e9", "na\u00efve \u00c5ngstr\u00f6m", "\u4f60\u597d\u4e16\u754c", "\ud83d\ude00 smile \ud83d\udc68\u200d\ud83d\udc69", "\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2", "stra\u00dfe", "\u0130i\u0131I", "\ud800 alone"};
        for (String s : samples) {
            System.out.println(escape(s) + " " + s.length() + " " + s.codePointCount(0, s.length()) + " " + s.hashCode());
            System.out.println("  " + escape(s.toUpperCase()) + " " + escape(s.toLowerCase()) + " " + escape(new StringBuilder(s).reverse().toString()));
            StringBuilder points = new StringBuilder();
            s.codePoints().forEach(p -> points.append(Integer.toHexString(p)).append(Character.isLetter(p) ? 'L' : '-').append(' '));
            System.out.println("  " + points);
            System.out.println("  " + s.getBytes(java.nio.charset.StandardCharsets.UTF_8).length + " " + s.getBytes(java.nio.charset.StandardCharsets.UTF_16BE).length
                + " " + s.equals(new String(s.getBytes(java.nio.charset.StandardCharsets.UTF_8), java.nio.charset.StandardCharsets.UTF_8)));
        }
        String mixed = "abc" + '\u00e9' + "def" + '\u4e2d';
        System.out.println(escape(mixed) + " " + escape(mixed.substring(0, 4)) + " " + mixed.substring(4, 7).equals("def") + " " + mixed.indexOf('\u4e2d') + " " + escape(mixed.replace('\u4e2d', 'x')) + " " + escape(mixed.replace("\u00e9", "e")));
        System.out.println("\u00e9".compareTo("z") + " " + "\u4e2d".compareTo("\u4e2e") + " " + "e".compareTo("\u4e2d") + " " + "\u00c9".equalsIgnoreCase("\u00e9"));
        System.out.println(Character.charCount(0x1F600) + " " + Character.isSurrogate('\ud83d') + " " + Character.toCodePoint('\ud83d', '\ude00') + " " + (int) Character.highSurrogate(0x1F600) + " " + Character.isHighSurrogate('\ude00'));
        char accented = '\u00e9';
        accented -= 32;
        System.out.println((int) accented + " " + (int) Character.toUpperCase('\u00e9') + " " + Character.isLetterOrDigit('\u0663') + " " + Character.digit('\u0663', 10) + " " + Character.getNumericValue('\u2167'));
    }
}
