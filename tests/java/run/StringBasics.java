// Length, characters, substrings, searching and comparing.
public class StringBasics {
    public static void main(String[] args) {
        String s = "The quick brown fox";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.substring(4) + "|" + s.substring(4, 9) + "|" + s.substring(19) + "|");
        System.out.println(s.indexOf('q') + " " + s.indexOf("o") + " " + s.lastIndexOf("o") + " " + s.indexOf("o", 13) + " " + s.indexOf("zzz") + " " + s.indexOf("") + " " + s.lastIndexOf('T'));
        System.out.println(s.contains("brown") + " " + s.startsWith("The") + " " + s.startsWith("quick", 4) + " " + s.endsWith("fox") + " " + s.isEmpty() + " " + "".isEmpty() + " " + "  ".isBlank());
        System.out.println("apple".compareTo("banana") + " " + "app".compareTo("apple") + " " + "a".compareTo("B") + " " + "a".compareToIgnoreCase("B") + " " + "same".compareTo("same"));
        System.out.println("Straw".equalsIgnoreCase("sTRAW") + " " + "x".equals("x") + " " + "x".equals(null) + " " + "x".equals((Object) 'x'));
        System.out.println(s.toUpperCase() + " " + s.toLowerCase() + " " + "  trim me ".trim() + "|");
        System.out.println(s.replace('o', '0') + " " + s.replace("quick ", "") + " " + "aaa".replace("aa", "b") + " " + "abc".replace("", "-"));
        System.out.println(s.concat("!") + " " + "ab".repeat(3) + " " + String.valueOf(3.5) + String.valueOf(new char[] {'h', 'i'}) + String.valueOf((Object) null));
        System.out.println("".hashCode() + " " + "a".hashCode() + " " + s.hashCode() + " " + "polygenelubricants".hashCode());
        String a = "inter";
        String joined = a + "ned";
        System.out.println((joined == "interned") + " " + (joined.intern() == "interned") + " " + ("inter" + "ned" == "interned") + " " + joined.equals("interned"));
        final String f = "inter";
        System.out.println((f + "ned" == "interned") + " " + (new String("x") == "x") + " " + (String.valueOf(5).intern() == "5"));
        for (int index : new int[] {-1, 19}) {
            try {
                System.out.println(s.charAt(index));
            } catch (StringIndexOutOfBoundsException e) {
                System.out.println("charAt " + index);
            }
        }
        try {
            System.out.println(s.substring(5, 3));
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(s.substring(-1));
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(s.substring(3, 30));
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        char[] chars = s.toCharArray();
        chars[0] = 't';
        System.out.println(new String(chars) + " " + new String(chars, 4, 5) + " " + String.copyValueOf(chars, 10, 5) + " " + s);
    }
}
