package margay.rt;

import java.io.IOException;
import java.io.StringReader;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.regex.Pattern;

/** Expressions of more than one call that make objects of the class library, and what others are made of. */
final class Values {
    private Values() {}

    static Path path(String text) {
        return Path.of(text);
    }

    static URL url(String text) throws MalformedURLException {
        return URI.create(text).toURL();
    }

    static Clock clock(Instant instant) {
        return Clock.fixed(instant, ZoneOffset.UTC);
    }

    static BitSet bits(long word) {
        return BitSet.valueOf(new long[] {word});
    }

    static GregorianCalendar calendar(String text) {
        return GregorianCalendar.from(ZonedDateTime.parse(text));
    }

    /** Constants of an enum of which there are not very many, all different. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    static EnumSet enumSet(Object[] constants) {
        EnumSet set = EnumSet.noneOf(((Enum) constants[0]).getDeclaringClass());
        for (Object constant : constants) {
            refuseUnless(set.add(constant));
        }
        refuseUnless(set.getClass().getName().equals("java.util.RegularEnumSet"));
        return set;
    }

    private static void refuseUnless(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException();
        }
    }

    /** Constants of an enum, all different, and what they stand for, by turns. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    static EnumMap enumMap(Object[] entries) {
        EnumMap map = new EnumMap(((Enum) entries[0]).getDeclaringClass());
        for (int i = 0; i < entries.length; i += 2) {
            refuseUnless(map.put((Enum) entries[i], entries[i + 1]) == null);
        }
        return map;
    }

    static String text(GregorianCalendar calendar) {
        return calendar.toZonedDateTime().toString();
    }

    /** The text of a pattern that has no flags. */
    static String text(Pattern pattern) {
        return pattern.flags() == 0 ? pattern.pattern() : null;
    }

    /** What is left to be read. */
    static String text(StringReader reader) throws IOException {
        StringBuilder text = new StringBuilder();
        reader.mark(0);
        for (int c = reader.read(); c >= 0; c = reader.read()) {
            text.append((char) c);
        }
        reader.reset();
        return text.toString();
    }
}
