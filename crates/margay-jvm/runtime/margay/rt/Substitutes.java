package margay.rt;

import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Scanner;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Stand-ins for methods whose own code would start up too much of a JVM. Each takes the receiver,
 * if there is one, as its first argument.
 */
final class Substitutes {
    private Substitutes() {}

    /** {@code Scanner.useLocale}: a scanner's initial patterns are those of English. */
    static Scanner useLocale(Scanner scanner, Locale locale) {
        if (!isEnglish(locale)) {
            Natives.refuse("the program reads numbers as " + locale + " writes them");
        }
        Natives.set(scanner, "locale", locale);
        Natives.set(scanner, "nanString", "\\QNaN\\E");
        Natives.set(scanner, "infinityString", "\\Q\u221e\\E");
        return scanner;
    }

    /** {@code Formatter.getDecimalFormatSymbols}: those of English need no data. */
    static DecimalFormatSymbols symbols(Locale locale) {
        if (!isEnglish(locale)) {
            return DecimalFormatSymbols.getInstance(locale);
        }
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

    /** {@code UUID.randomUUID}: version 4, from the clock. */
    static UUID randomUUID() {
        SplittableRandom random = new SplittableRandom(System.nanoTime());
        long high = random.nextLong() & ~0xf000L | 0x4000L;
        long low = random.nextLong() >>> 2 | Long.MIN_VALUE;
        return new UUID(high, low);
    }

    /** {@code SecureRandom.getDefaultPRNG}: what it gives is chance too. */
    static void randomness(SecureRandom random, boolean isSeeded, byte[] seed) {
        Natives.set(random, "secureRandomSpi", new Dice());
        Natives.set(random, "algorithm", "NativePRNG");
    }

    private static final class Dice extends SecureRandomSpi {
        private static final long serialVersionUID = 1;
        private transient SplittableRandom random;

        @Override protected void engineSetSeed(byte[] seed) {}

        @Override protected void engineNextBytes(byte[] bytes) {
            if (random == null) {
                random = new SplittableRandom(System.nanoTime());
            }
            random.nextBytes(bytes);
        }

        @Override protected byte[] engineGenerateSeed(int count) {
            byte[] seed = new byte[count];
            engineNextBytes(seed);
            return seed;
        }
    }

    private static boolean isEnglish(Locale locale) {
        return locale.getLanguage().equals("en") || locale.equals(Locale.ROOT);
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
