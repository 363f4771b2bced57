// StringTokenizer, Scanner over a string, StringReader-free splitting, and a hand-written tokenizer.
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.StringJoiner;
import java.util.StringTokenizer;

public class Tokenizers {
    static List<String> tokens(String text) {
        List<String> out = new ArrayList<>();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int start = i;
            if (Character.isWhitespace(c)) {
                i++;
                continue;
            } else if (Character.isDigit(c)) {
                while (i < text.length() && (Character.isDigit(text.charAt(i)) || text.charAt(i) == '.')) {
                    i++;
                }
                out.add("num:" + text.substring(start, i));
            } else if (Character.isJavaIdentifierStart(c)) {
                while (i < text.length() && Character.isJavaIdentifierPart(text.charAt(i))) {
                    i++;
                }
                out.add("id:" + text.substring(start, i));
            } else if (c == '"') {
                i = text.indexOf('"', i + 1) + 1;
                out.add("str:" + text.substring(start + 1, i - 1));
            } else {
                i += text.startsWith("==", i) || text.startsWith("<=", i) ? 2 : 1;
                out.add("op:" + text.substring(start, i));
            }
        }
        return out;
    }

    public static void main(String[] args) {
        StringTokenizer t = new StringTokenizer("the quick  brown\tfox");
        System.out.println(t.countTokens());
        while (t.hasMoreTokens()) {
            System.out.print(t.nextToken() + "|");
        }
        System.out.println();
        StringTokenizer d = new StringTokenizer("a=1;b=2;", "=;", true);
        while (d.hasMoreElements()) {
            System.out.print(d.nextElement() + " ");
        }
        System.out.println();
        Scanner s = new Scanner("12 hello 3.5 true\nsecond line here\n99999999999 -7\n");
        System.out.println(s.nextInt() + " " + s.next() + " " + s.hasNextDouble() + " " + s.next() + " " + s.nextBoolean() + "[" + s.nextLine() + "]");
        System.out.println(s.nextLine() + " " + s.hasNextInt() + " " + s.nextLong() + " " + s.nextInt() + " " + s.hasNext());
        Scanner csv = new Scanner("a,b,,c").useDelimiter(",");
        StringJoiner joiner = new StringJoiner("/", "<", ">");
        joiner.setEmptyValue("EMPTY");
        System.out.println(joiner);
        while (csv.hasNext()) {
            joiner.add(csv.next());
        }
        System.out.println(joiner + " " + joiner.length());
        System.out.println(tokens("if (x1 <= 3.14 == y) print(\"hi there\") + -z"));
        try {
            new Scanner("abc").nextInt();
        } catch (java.util.InputMismatchException e) {
            System.out.println(e);
        }
        try {
            new StringTokenizer("").nextToken();
        } catch (java.util.NoSuchElementException e) {
            System.out.println(e);
        }
    }
}
