package subjects;

/** Strings. */
public final class Words {
    private Words() {}

    public static boolean isPalindrome(String s) {
        int i = 0;
        int j = s.length() - 1;
        while (i < j) {
            if (s.charAt(i++) != s.charAt(j--)) {
                return false;
            }
        }
        return true;
    }

    public static int command(String s) {
        switch (s) {
            case "on":
                return 1;
            case "off":
                return 0;
            default:
                return -1;
        }
    }

    public static String afterDash(String s) {
        int at = s.indexOf('-');
        return at < 0 ? s : s.substring(at + 1);
    }

    public static boolean starts(String s) {
        return s.startsWith("ab") && s.endsWith("ba");
    }

    public static int vowels(CharSequence s) {
        int count = 0;
        for (int i = 0; i < s.length(); i++) {
            if ("aeiou".indexOf(s.charAt(i)) >= 0) {
                count++;
            }
        }
        return count;
    }

    public static String join(String a, String b) {
        StringBuilder builder = new StringBuilder();
        builder.append(a);
        if (b != null && !b.isEmpty()) {
            builder.append(':').append(b);
        }
        return builder.toString();
    }

    public static int compare(String a, String b) {
        int order = a.compareTo(b);
        return order == 0 ? 0 : order < 0 ? -1 : 1;
    }

    public static int parse(String s) {
        try {
            return Integer.parseInt(s);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    public static int fields(String s) {
        return s.split(",").length;
    }

    public static String upper(String s) {
        return s.trim().isEmpty() ? "-" : s.toUpperCase();
    }
}
