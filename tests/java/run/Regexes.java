// java.util.regex: groups, quantifiers, lookahead, replacement functions, splitting.
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

public class Regexes {
    static List<String> all(String regex, String text) {
        List<String> out = new ArrayList<>();
        Matcher m = Pattern.compile(regex).matcher(text);
        while (m.find()) {
            out.add(m.start() + ":" + m.group());
        }
        return out;
    }

    public static void main(String[] args) {
        System.out.println(all("[a-z]+", "one TWO three4five"));
        System.out.println(all("\\b\\w", "The quick brown fox"));
        System.out.println(all("a*?b", "aaabab b") + " " + all("a*", "baac") + " " + all("(?i)abc", "ABC abc aBc"));
        System.out.println(all("\\d{2,3}", "1 22 333 4444 55555") + " " + all("[^aeiou\\s]+", "hello world") + " " + all("x|y|zz", "xyzzy"));
        Matcher m = Pattern.compile("(\\w+)@(\\w+)\\.(?<tld>com|org)").matcher("mail ann@site.com and bob@place.org now");
        while (m.find()) {
            System.out.println(m.group(1) + " at " + m.group(2) + " " + m.group("tld") + " " + m.start(2) + " " + m.end() + " " + m.groupCount());
        }
        System.out.println(Pattern.matches("(ab)+c?", "ababc") + " " + "2024-01-31".matches("\\d{4}-\\d{2}-\\d{2}") + " " + "x".matches("[^x]") + " " + Pattern.compile("^b", Pattern.MULTILINE).matcher("a\nb").find());
        System.out.println("John Smith".replaceAll("(\\w+) (\\w+)", "$2, $1") + " " + Pattern.compile("\\d+").matcher("a1b22").replaceAll(r -> "<" + r.group().length() + ">") + " " + "a.b".replace(".", "\\"));
        System.out.println(all("(\\w)\\1", "aabbcd eeff") + " " + all("\\d+(?=%)", "10% of 20 is 30%") + " " + all("(?<!\\d)\\d(?!\\d)", "1 22 3") + " " + all("(a|b)*c", "abac bc c"));
        System.out.println(List.of(Pattern.compile("\\s*,\\s*").split("a , b,c ,d")) + " " + Pattern.quote("a.b") + " " + Matcher.quoteReplacement("$1"));
        Matcher groups = Pattern.compile("(a)(b)?(c)").matcher("ac");
        System.out.println(groups.matches() + " " + groups.group(2) + " " + groups.start(2) + " " + groups.lookingAt() + " " + groups.toMatchResult().group(3));
        StringBuilder sb = new StringBuilder();
        Matcher vars = Pattern.compile("\\$\\{(\\w+)}").matcher("Hello ${name}, you are ${age}!");
        while (vars.find()) {
            vars.appendReplacement(sb, vars.group(1).equals("name") ? "Ann" : "42");
        }
        System.out.println(vars.appendTail(sb));
        try {
            Pattern.compile("(unclosed");
        } catch (PatternSyntaxException e) {
            System.out.println(e.getMessage());
        }
        try {
            Pattern.compile("a").matcher("b").group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
