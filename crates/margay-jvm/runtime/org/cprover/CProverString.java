package org.cprover;

/** What programs written for JBMC do with texts; it does not define what happens beyond their ends, here it throws. */
public final class CProverString {
    private CProverString() {}

    public static boolean equals(String one, String other) {
        return one.equals(other);
    }

    public static char charAt(String text, int index) {
        return text.charAt(index);
    }

    public static int codePointAt(String text, int index) {
        return text.codePointAt(index);
    }

    public static int codePointBefore(String text, int index) {
        return text.codePointBefore(index);
    }

    public static int codePointCount(String text, int begin, int end) {
        return text.codePointCount(begin, end);
    }

    public static int offsetByCodePoints(String text, int index, int offset) {
        return text.offsetByCodePoints(index, offset);
    }

    public static CharSequence subSequence(String text, int begin, int end) {
        return text.subSequence(begin, end);
    }

    public static String substring(String text, int begin) {
        return text.substring(begin);
    }

    public static String substring(String text, int begin, int end) {
        return text.substring(begin, end);
    }

    public static StringBuilder append(StringBuilder builder, CharSequence text, int start, int end) {
        return builder.append(text, start, end);
    }

    public static StringBuilder delete(StringBuilder builder, int start, int end) {
        return builder.delete(start, end);
    }

    public static StringBuffer delete(StringBuffer buffer, int start, int end) {
        return buffer.delete(start, end);
    }

    public static StringBuilder deleteCharAt(StringBuilder builder, int index) {
        return builder.deleteCharAt(index);
    }

    public static StringBuffer deleteCharAt(StringBuffer buffer, int index) {
        return buffer.deleteCharAt(index);
    }

    public static StringBuilder insert(StringBuilder builder, int offset, String text) {
        return builder.insert(offset, text);
    }

    public static StringBuffer insert(StringBuffer buffer, int offset, String text) {
        return buffer.insert(offset, text);
    }

    public static void setLength(StringBuilder builder, int length) {
        builder.setLength(length);
    }

    public static void setLength(StringBuffer buffer, int length) {
        buffer.setLength(length);
    }

    public static void setCharAt(StringBuilder builder, int index, char letter) {
        builder.setCharAt(index, letter);
    }

    public static void setCharAt(StringBuffer buffer, int index, char letter) {
        buffer.setCharAt(index, letter);
    }
}
