// Chars as numbers: ciphers, digits, case by bits, tables.
public class CharArithmetic {
    static String caesar(String text, int key) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c >= 'a' && c <= 'z') {
                out.append((char) ('a' + Math.floorMod(c - 'a' + key, 26)));
            } else if (c >= 'A' && c <= 'Z') {
                out.append((char) ((c - 'A' + key + 26) % 26 + 'A'));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    static String hex(int n) {
        char[] digits = new char[8];
        for (int i = 7; i >= 0; i--) {
            int d = n & 15;
            digits[i] = (char) (d < 10 ? '0' + d : 'a' + d - 10);
            n >>>= 4;
        }
        return new String(digits);
    }

    public static void main(String[] args) {
        String secret = caesar("Hello, World! xyz", 3);
        System.out.println(secret + " -> " + caesar(secret, -3));
        System.out.println(hex(0xdeadbeef) + " " + hex(-1) + " " + hex(0));
        int[] counts = new int[26];
        for (char c : "mississippi river".toCharArray()) {
            if (c != ' ') {
                counts[c - 'a']++;
            }
        }
        for (char c = 'a'; c <= 'z'; c++) {
            if (counts[c - 'a'] > 0) {
                System.out.print(c + "" + counts[c - 'a'] + " ");
            }
        }
        System.out.println();
        char c = 'q';
        System.out.println((char) (c ^ ' ') + " " + (char) (c & ~' ') + " " + (c | ' ') + " " + (int) c + " " + (c + 1) + " " + (char) (c + 1) + " " + c++ + c);
        int value = 0;
        for (char d : "90210".toCharArray()) {
            value = value * 10 + (d - '0');
        }
        System.out.println(value);
        char max = Character.MAX_VALUE;
        max++;
        System.out.println((int) max + " " + (int) (char) -1 + " " + ('a' < 97.5) + " " + ('a' == 97));
        System.out.println(true ? 'x' : 0);
        System.out.println(value > 0 ? 'x' : value);
    }
}
