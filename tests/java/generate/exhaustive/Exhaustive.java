import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Methods with finitely many inputs whose result names the path that was taken. The main method
 * runs all inputs and prints, for each method, every result with the number of inputs that give it.
 */
public class Exhaustive {
    enum Color {
        RED,
        GREEN,
        BLUE
    }

    static int bytes(byte a, byte b) {
        int path = 1;
        if (a < b) {
            path += 1;
        }
        if ((a >> 2) + (b >>> 28) == 7) {
            path += 2;
        }
        if ((byte) (a * b) == 17) {
            path += 4;
        }
        switch (a & 7) {
            case 0:
            case 3:
                path += 8;
                break;
            case 5:
                path += 16;
                break;
            default:
        }
        return b == 0 ? -path : path + 100 * (a % b == 1 ? 1 : 0);
    }

    static int divide(byte a, byte b) {
        if (a / b > 3) {
            return 1;
        }
        return a % b < 0 ? 2 : 3;
    }

    static int flags(boolean a, boolean b, boolean c) {
        int path = 0;
        if (a && (b || !c)) {
            path = 1;
        }
        if (a == c) {
            path += 2;
        }
        return b ^ c ? path + 4 : path;
    }

    static int colors(Color a, Color b) {
        int path = switch (a) {
            case RED -> 1;
            case GREEN -> 2;
            case BLUE -> 3;
        };
        return a == b ? path : b == null ? 10 + path : 20 + path;
    }

    static int ranges(int a, int b) {
        int rounds = 0;
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
            rounds++;
        }
        return a < 0 ? -rounds - 1 : rounds + 1;
    }

    static int longs(byte b, char c) {
        long product = (long) b * c;
        if (product > 5_000_000L) {
            return 1;
        }
        if (product << 40 < 0) {
            return 2;
        }
        return (byte) c == b ? 3 : 4;
    }

    static int bits(boolean[] a, boolean[] b) {
        int path = a == b ? 1000 : 0;
        for (boolean bit : a) {
            path = 3 * path + (bit ? 2 : 1);
        }
        b[a.length] = true;
        return path;
    }

    static int word(String s) {
        if (s.isEmpty()) {
            return 1;
        }
        char first = s.charAt(0);
        if (first < 'a') {
            return 2;
        }
        return s.charAt(1) == first ? 3 : 4;
    }

    static int list(List<Boolean> list) {
        int path = 0;
        for (int i = 0; i < list.size(); i++) {
            Boolean b = list.get(i);
            if (b == null) {
                path = 4 * path + 1;
            } else {
                path = 4 * path + (b ? 2 : 3);
            }
        }
        return path;
    }

    // ---- brute force ----

    private static final TreeMap<String, Integer> found = new TreeMap<>();

    private static void count(String method, Callable<Integer> call) {
        String what;
        try {
            what = call.call().toString();
        } catch (Exception e) {
            what = e.getClass().getName();
        }
        found.merge(method + " " + what, 1, Integer::sum);
    }

    private static List<boolean[]> arrays() {
        List<boolean[]> all = new ArrayList<>();
        for (int length = 0; length <= 2; length++) {
            for (int bits = 0; bits < 1 << length; bits++) {
                boolean[] array = new boolean[length];
                for (int i = 0; i < length; i++) {
                    array[i] = (bits >> i & 1) == 1;
                }
                all.add(array);
            }
        }
        return all;
    }

    public static void main(String[] args) {
        for (int i = -128; i < 128; i++) {
            for (int j = -128; j < 128; j++) {
                byte a = (byte) i;
                byte b = (byte) j;
                count("bytes", () -> bytes(a, b));
                count("divide", () -> divide(a, b));
            }
        }
        boolean[] both = {false, true};
        for (boolean a : both) {
            for (boolean b : both) {
                for (boolean c : both) {
                    count("flags", () -> flags(a, b, c));
                }
            }
        }
        Color[] colors = {null, Color.RED, Color.GREEN, Color.BLUE};
        for (Color a : colors) {
            for (Color b : colors) {
                count("colors", () -> colors(a, b));
            }
        }
        for (int i = -20; i <= 20; i++) {
            for (int j = -20; j <= 20; j++) {
                int a = i;
                int b = j;
                count("ranges", () -> ranges(a, b));
            }
        }
        int[] paths = new int[5];
        for (int b = -128; b < 128; b++) {
            for (int c = 0; c <= Character.MAX_VALUE; c++) {
                paths[longs((byte) b, (char) c)]++;
            }
        }
        for (int path = 1; path < paths.length; path++) {
            found.put("longs " + path, paths[path]);
        }
        count("bits", () -> bits(null, null));
        for (boolean[] a : arrays()) {
            count("bits", () -> bits(null, a));
            count("bits", () -> bits(a, null));
            count("bits", () -> bits(a, a));
            for (boolean[] b : arrays()) {
                count("bits", () -> bits(a, b));
            }
        }
        count("word", () -> word(null));
        count("word", () -> word(""));
        for (char c = 0; c < 256; c++) {
            String one = String.valueOf(c);
            count("word", () -> word(one));
            for (char d = 0; d < 256; d++) {
                String two = one + d;
                count("word", () -> word(two));
            }
        }
        Boolean[] booleans = {null, true, false};
        count("list", () -> list(null));
        count("list", () -> list(new ArrayList<>()));
        for (Boolean a : booleans) {
            count("list", () -> list(new ArrayList<>(java.util.Arrays.asList(a))));
            for (Boolean b : booleans) {
                count("list", () -> list(new ArrayList<>(java.util.Arrays.asList(a, b))));
            }
        }
        found.forEach((what, inputs) -> System.out.println(what + " " + inputs));
    }
}
