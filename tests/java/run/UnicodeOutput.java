// Non-ASCII text written to standard output: the encoding of System.out is observed.
public class UnicodeOutput {
    public static void main(String[] args) {
        System.out.println("caf\u00e9 na\u00efve");
        System.out.println("\u4f60\u597d");
        System.out.println("\ud83d\ude00!");
        System.out.println('\u00e9');
        System.out.print(new char[] {'\u03a9', '\n'});
        System.out.println("plain");
    }
}
