/** Two texts compared with constants: three paths, and 720 with those of the comparison. */
class Strings {
    static final char[] FIRST = "Hello World\0".toCharArray();
    static final char[] SECOND = "Hello ESEC/FSE\0".toCharArray();

    /** Both arrays hold a text that ends with a zero. */
    static int compare(char[] a, char[] b) {
        int i = 0;
        while (a[i] != 0 && b[i] != 0 && a[i] == b[i]) {
            i++;
        }
        return a[i] - b[i];
    }

    static int both(char[] a, char[] b) {
        int first = compare(a, FIRST);
        int second = compare(b, SECOND);
        if (first == 0) {
            if (second == 0) {
                return 2;
            }
            return 1;
        }
        return 0;
    }

    /** Texts of these lengths that end with a zero. */
    static boolean areTexts(char[] a, char[] b) {
        return a != null && b != null && a != b && a.length == 12 && b.length == 15
            && a[11] == 0 && b[14] == 0;
    }
}
