package right;

import java.io.ByteArrayOutputStream;
import java.util.BitSet;

/** Arrays that are larger than inputs may be in any case, and constants that nobody changes. */
public class Sizes {
    private static final BitSet SAFE = new BitSet(256);

    static {
        SAFE.set('a', 'z' + 1);
    }

    public static String quoted(String text) {
        StringBuilder result = new StringBuilder(text.length() + 32);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '"') {
                result.append('\\');
            }
            result.append(text.charAt(i));
        }
        return result.toString();
    }

    public static int margin(int n) {
        if (n < 0) {
            return 0;
        }
        int[] cells = new int[n + 40];
        cells[39] = 1;
        if (n > 6 && cells[n + 32] == 0) {
            return n;
        }
        return cells.length;
    }

    public static byte[] safe(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte b : bytes) {
            out.write(b > 0 && SAFE.get(b) ? b : '_');
        }
        return out.toByteArray();
    }
}
