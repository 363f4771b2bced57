package business;

/** Breaks text into lines. */
public final class TextWrapper {
    private TextWrapper() {
    }

    public static String wrap(String text, int width) {
        if (width < 1) {
            throw new IllegalArgumentException("width: " + width);
        }
        if (text == null) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        int column = 0;
        for (String word : text.split(" ")) {
            if (word.isEmpty()) {
                continue;
            }
            if (column > 0 && column + 1 + word.length() > width) {
                out.append('\n');
                column = 0;
            } else if (column > 0) {
                out.append(' ');
                column++;
            }
            out.append(word);
            column += word.length();
        }
        return out.toString();
    }

    public static String truncate(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        if (limit <= 3) {
            return "...".substring(0, Math.max(limit, 0));
        }
        return text.substring(0, limit - 3) + "...";
    }

    public static int indentOf(String line) {
        int indent = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\t') {
                indent += 4;
            } else if (c == ' ') {
                indent++;
            } else {
                return indent;
            }
        }
        return 0;
    }
}
