package margay.rt;

import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Scanner;

/**
 * Stand-ins for methods whose own code would load locale data through reflection. Each takes the
 * receiver, if there is one, as its first argument.
 */
final class Substitutes {
    private Substitutes() {}

    /** {@code Scanner.useLocale}: a scanner's initial patterns are those of English. */
    static Scanner useLocale(Scanner scanner, Locale locale) {
        requireEnglish(locale);
        Natives.set(scanner, "locale", locale);
        Natives.set(scanner, "nanString", "\\QNaN\\E");
        Natives.set(scanner, "infinityString", "\\Q\u221e\\E");
        return scanner;
    }

    /** {@code Formatter.getDecimalFormatSymbols} of later JDKs: the symbols of English. */
    static DecimalFormatSymbols symbols(Locale locale) {
        requireEnglish(locale);
        DecimalFormatSymbols symbols =
                (DecimalFormatSymbols) Natives.allocate(DecimalFormatSymbols.class);
        Natives.set(symbols, "locale", locale);
        symbols.setZeroDigit('0');
        symbols.setDecimalSeparator('.');
        symbols.setGroupingSeparator(',');
        symbols.setMinusSign('-');
        symbols.setPercent('%');
        symbols.setExponentSeparator("E");
        symbols.setInfinity("\u221e");
        symbols.setNaN("NaN");
        return symbols;
    }

    private static void requireEnglish(Locale locale) {
        if (!locale.getLanguage().equals("en") && !locale.equals(Locale.ROOT)) {
            Natives.refuse("the locale " + locale + " (locale data)");
        }
    }

    /** {@code ConditionalSpecialCasing.isFinalCased}: whether a capital sigma ends its word. */
    static boolean isFinalCased(String text, int index, Locale locale) {
        int before = index;
        do {
            if (before == 0) {
                return false;
            }
            before -= Character.charCount(text.codePointBefore(before));
        } while (isIgnorable(text.codePointAt(before)));
        if (!isCased(text.codePointAt(before))) {
            return false;
        }
        int after = index + Character.charCount(text.codePointAt(index));
        while (after < text.length() && isIgnorable(text.codePointAt(after))) {
            after += Character.charCount(text.codePointAt(after));
        }
        return after >= text.length() || !isCased(text.codePointAt(after));
    }

    private static boolean isCased(int c) {
        return Character.isLowerCase(c) || Character.isUpperCase(c) || Character.isTitleCase(c);
    }

    private static boolean isIgnorable(int c) {
        switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK:
            case Character.ENCLOSING_MARK:
            case Character.FORMAT:
            case Character.MODIFIER_LETTER:
            case Character.MODIFIER_SYMBOL:
                return true;
            default:
                return c == '\'' || c == '.' || c == ':' || c == '\u00b7' || c == '\u2019';
        }
    }
}
