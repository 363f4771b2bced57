// KMP, Rabin-Karp, run-length coding, anagrams, palindromes, word counts, roman numerals, Levenshtein neighbours.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class TextAlgorithms {
    static List<Integer> kmp(String text, String pattern) {
        int[] fail = new int[pattern.length()];
        for (int i = 1, k = 0; i < pattern.length(); i++) {
            while (k > 0 && pattern.charAt(i) != pattern.charAt(k)) {
                k = fail[k - 1];
            }
            if (pattern.charAt(i) == pattern.charAt(k)) {
                k++;
            }
            fail[i] = k;
        }
        List<Integer> found = new ArrayList<>();
        for (int i = 0, k = 0; i < text.length(); i++) {
            while (k > 0 && text.charAt(i) != pattern.charAt(k)) {
                k = fail[k - 1];
            }
            if (text.charAt(i) == pattern.charAt(k)) {
                k++;
            }
            if (k == pattern.length()) {
                found.add(i - k + 1);
                k = fail[k - 1];
            }
        }
        return found;
    }

    static int rabinKarp(String text, String pattern) {
        int n = pattern.length();
        int target = 0;
        int window = 0;
        int high = 1;
        for (int i = 0; i < n; i++) {
            target = target * 31 + pattern.charAt(i);
            window = window * 31 + text.charAt(i);
            if (i > 0) {
                high *= 31;
            }
        }
        for (int i = 0; ; i++) {
            if (window == target && text.regionMatches(i, pattern, 0, n)) {
                return i;
            }
            if (i + n >= text.length()) {
                return -1;
            }
            window = (window - text.charAt(i) * high) * 31 + text.charAt(i + n);
        }
    }

    static String encode(String s) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < s.length(); ) {
            int j = i;
            while (j < s.length() && s.charAt(j) == s.charAt(i)) {
                j++;
            }
            out.append(j - i).append(s.charAt(i));
            i = j;
        }
        return out.toString();
    }

    static String decode(String s) {
        StringBuilder out = new StringBuilder();
        int count = 0;
        for (char c : s.toCharArray()) {
            if (Character.isDigit(c)) {
                count = count * 10 + c - '0';
            } else {
                out.append(String.valueOf(c).repeat(count));
                count = 0;
            }
        }
        return out.toString();
    }

    static String longestPalindrome(String s) {
        String best = "";
        for (int centre = 0; centre < 2 * s.length(); centre++) {
            int i = centre / 2;
            int j = i + centre % 2;
            while (i >= 0 && j < s.length() && s.charAt(i) == s.charAt(j)) {
                i--;
                j++;
            }
            if (j - i - 1 > best.length()) {
                best = s.substring(i + 1, j);
            }
        }
        return best;
    }

    static String roman(int n) {
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] letters = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            while (n >= values[i]) {
                out.append(letters[i]);
                n -= values[i];
            }
        }
        return out.toString();
    }

    static int unroman(String s) {
        int total = 0;
        int previous = 0;
        for (int i = s.length() - 1; i >= 0; i--) {
            int v = switch (s.charAt(i)) {
                case 'I' -> 1;
                case 'V' -> 5;
                case 'X' -> 10;
                case 'L' -> 50;
                case 'C' -> 100;
                case 'D' -> 500;
                case 'M' -> 1000;
                default -> throw new IllegalArgumentException(s);
            };
            total += v < previous ? -v : v;
            previous = v;
        }
        return total;
    }

    public static void main(String[] args) {
        System.out.println(kmp("abababcababab", "abab") + " " + kmp("aaaaa", "aa") + " " + kmp("abc", "xyz"));
        System.out.println(rabinKarp("the cat sat on the mat", "on the") + " " + rabinKarp("aaaaaaaaab", "ab") + " " + rabinKarp("abc", "zz"));
        String packed = encode("WWWWWWWWWWWWBWWWWWWWWWWWWBBBWWWWWWWWWWWWWWWWWWWWWWWWB");
        System.out.println(packed + " " + decode(packed).length() + " " + decode("3a2b1c"));
        System.out.println(longestPalindrome("forgeeksskeegfor") + " " + longestPalindrome("abacdfgdcaba") + " " + longestPalindrome(""));
        Map<String, List<String>> anagrams = new LinkedHashMap<>();
        for (String w : "listen silent enlist google elbow below inlets cinema iceman".split(" ")) {
            char[] key = w.toCharArray();
            Arrays.sort(key);
            anagrams.computeIfAbsent(new String(key), k -> new ArrayList<>()).add(w);
        }
        System.out.println(anagrams.values());
        for (int n : new int[] {1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999}) {
            System.out.print(roman(n) + "=" + unroman(roman(n)) + " ");
        }
        System.out.println();
        String text = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness";
        TreeMap<String, Integer> counts = new TreeMap<>();
        int vowels = 0;
        for (String w : text.toLowerCase().split("[^a-z]+")) {
            counts.merge(w, 1, Integer::sum);
            for (char c : w.toCharArray()) {
                if ("aeiou".indexOf(c) >= 0) {
                    vowels++;
                }
            }
        }
        System.out.println(counts + " " + vowels);
        StringBuilder caps = new StringBuilder();
        boolean up = true;
        for (char c : text.toCharArray()) {
            caps.append(up ? Character.toUpperCase(c) : c);
            up = c == ' ';
        }
        System.out.println(caps);
    }
}
