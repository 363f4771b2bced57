// Switch on strings, with colliding hash codes ("Aa" and "BB"), and a null selector.
public class SwitchStrings {
    static int classify(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "AaAa": return 3;
            case "BBBB": return 4;
            case "": return 5;
            case "apple":
            case "pear": return 6;
            default: return 7;
        }
    }

    public static void main(String[] args) {
        for (String s : new String[] {"Aa", "BB", "AaAa", "BBBB", "AaBB", "", "apple", "pear", "Pear"}) {
            System.out.println(s + " " + s.hashCode() + " " + classify(s) + " " + classify(new StringBuilder(s).toString()));
        }
        try {
            classify(null);
        } catch (NullPointerException e) {
            System.out.println("null selector");
        }
    }
}
