// StringBuilder and StringBuffer: append of every type, insert, delete, replace, reverse, setCharAt, setLength.
public class StringBuilders {
    public static void main(String[] args) {
        StringBuilder sb = new StringBuilder();
        sb.append(true).append('c').append(1).append(2L).append(1.5f).append(2.5).append("s").append((String) null).append((Object) null)
            .append(new char[] {'x', 'y'}).append("subsequence", 3, 6).append(new char[] {'p', 'q', 'r'}, 1, 2).append(new StringBuilder("sb"));
        System.out.println(sb + " " + sb.length());
        sb.setLength(6);
        System.out.println(sb);
        sb.insert(0, "start").insert(3, 42).insert(sb.length(), 'e').insert(2, 1.5).insert(1, false).insert(4, new char[] {'!', '?'});
        System.out.println(sb);
        sb.delete(2, 5).deleteCharAt(0).replace(1, 3, "REPLACED").reverse();
        System.out.println(sb);
        sb.setCharAt(0, 'Z');
        System.out.println(sb.charAt(0) + " " + sb.indexOf("E") + " " + sb.lastIndexOf("E") + " " + sb.indexOf("E", 100) + " " + sb.substring(5) + " " + sb.substring(2, 6) + " " + sb.subSequence(0, 3));
        sb.delete(0, 1000);
        System.out.println(sb.length() + " " + sb.isEmpty() + " [" + sb + "]");
        sb.setLength(3);
        System.out.println((int) sb.charAt(2));
        for (int i = 0; i < 200; i++) {
            sb.append(i % 10);
        }
        System.out.println(sb.length() + " " + sb.toString().hashCode());
        System.out.println(new StringBuilder("abc").compareTo(new StringBuilder("abd")) + " " + new StringBuilder("same").toString().equals("same") + " " + new StringBuilder("x").equals(new StringBuilder("x")));
        StringBuilder wide = new StringBuilder("latin");
        wide.append('\u4e2d').append("\ud83d\ude00").reverse();
        System.out.println(wide.length() + " " + Integer.toHexString(wide.codePointAt(0)) + " " + Integer.toHexString(wide.charAt(2)) + " " + wide.codePointCount(0, wide.length()));
        wide.appendCodePoint(0x1F600).insert(1, "mid");
        System.out.println(wide.toString().hashCode());
        StringBuffer buffer = new StringBuffer("buffer");
        buffer.append(1).insert(0, "[").append(']').reverse().deleteCharAt(1).setCharAt(0, '<');
        System.out.println(buffer + " " + buffer.length());
        String palindrome = "A man, a plan, a canal: Panama";
        StringBuilder letters = new StringBuilder();
        for (char c : palindrome.toCharArray()) {
            if (Character.isLetter(c)) {
                letters.append(Character.toLowerCase(c));
            }
        }
        System.out.println(letters.toString().equals(letters.reverse().toString()));
        try {
            new StringBuilder("abc").delete(2, 1);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            new StringBuilder("abc").setLength(-1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("negative length");
        }
        System.out.println(new StringBuilder().append(Integer.MIN_VALUE).append(Long.MIN_VALUE).append(Float.MIN_VALUE).append(Double.MAX_VALUE));
    }
}
