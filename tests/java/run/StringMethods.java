// split, join, strip, indent, lines, format, regionMatches, chars and their relatives.
import java.util.Arrays;
import java.util.List;

public class StringMethods {
    static void show(String... parts) {
        System.out.println(parts.length + Arrays.toString(parts));
    }

    public static void main(String[] args) {
        show("a,b,,c,,".split(","));
        show("a,b,,c,,".split(",", -1));
        show("a,b,,c,,".split(",", 2));
        show("".split(","));
        show(" one  two three ".split(" "));
        show(" one  two three ".trim().split("\\s+"));
        show("a.b.c".split("\\."));
        show("a1b22c333".split("[0-9]+"));
        show("hello".split(""));
        System.out.println(String.join("-", "a", "b", "c") + " " + String.join(", ", List.of("x", "y")) + " " + String.join("/") + "|");
        System.out.println("[" + "  strip ".strip() + "][" + "  lead".stripLeading() + "][" + "trail  ".stripTrailing() + "][" + "\u2003wide\u2003".strip() + "]");
        System.out.print("one\ntwo\n".indent(4) + "    three".indent(-2));
        System.out.println("a\nb\r\nc".lines().count() + " " + "  x\n    y".stripIndent().replace("\n", "|"));
        System.out.println("abcdef".regionMatches(2, "xcdx", 1, 2) + " " + "ABC".regionMatches(true, 0, "abc", 0, 3) + " " + "abc".regionMatches(-1, "abc", 0, 1));
        System.out.println("hello".chars().sum() + " " + "hello".chars().filter(c -> c == 'l').count() + " " + "abc".codePoints().max().getAsInt());
        System.out.println("a-b-c".replaceAll("-", "+") + " " + "x1y22".replaceAll("[0-9]+", "<$0>") + " " + "aXbX".replaceFirst("X", "\\$") + " " + "12 34".matches("\\d+ \\d+"));
        System.out.println("Mixed Case".chars().map(Character::toUpperCase).collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append));
        System.out.println("%d items, %s".formatted(3, "ok") + " " + "x".compareTo("xyz") + " " + "text".contentEquals(new StringBuilder("text")));
        char[] target = new char[6];
        Arrays.fill(target, '.');
        "abcdef".getChars(1, 4, target, 2);
        System.out.println(new String(target));
        System.out.println(Arrays.toString("h\u00e9".getBytes(java.nio.charset.StandardCharsets.UTF_8)) + " " + new String(new byte[] {72, 105}, java.nio.charset.StandardCharsets.US_ASCII) + " " + Arrays.toString("h\u00e9".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)));
        System.out.println("banana".indexOf("an", 2) + " " + "banana".lastIndexOf("an", 2) + " " + "banana".indexOf('n', -5) + " " + "banana".lastIndexOf('a', 100) + " " + "banana".indexOf("", 10));
        System.out.println(String.valueOf(true) + String.valueOf('c') + String.valueOf(1L) + String.valueOf(1.0f) + String.valueOf(new char[] {'a', 'b', 'c'}, 1, 2));
        System.out.println("Title".charAt(0) + "Title".codePointAt(1) + " " + "abc".subSequence(0, 2) + " " + "abc".equals("ab" + "c") + " " + "b".repeat(0).isEmpty());
        System.out.println(String.CASE_INSENSITIVE_ORDER.compare("a", "B") + " " + "a\tb".strip().length() + " " + "transform".transform(s -> s + s.length()));
        for (String s : new String[] {"", "a", "ab", "the quick brown fox jumps over the lazy dog", "\u4e2d\u6587"}) {
            System.out.print(s.hashCode() + " ");
        }
        System.out.println();
        StringBuilder text = new StringBuilder();
        for (String word : "it was the best of times it was the worst of times".split(" ")) {
            text.insert(0, word.substring(0, 1).toUpperCase() + word.substring(1) + " ");
        }
        System.out.println(text.toString().trim());
    }
}
