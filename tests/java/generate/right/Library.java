package right;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.regex.Pattern;

/** Objects of the class library as inputs: each method decides something that only some of them fulfil. */
public class Library {
    public static boolean isChristmas(LocalDate date) {
        return date.getMonthValue() == 12 && date.getDayOfMonth() == 25;
    }

    public static LocalDate following(LocalDate date) {
        return date.getYear() > 2100 ? date : date.plusDays(1);
    }

    public static boolean isNight(LocalTime time) {
        return time.getHour() >= 22 || time.getHour() < 6;
    }

    public static int hours(LocalDateTime time) {
        return time.getMinute() >= 30 ? time.getHour() + 1 : time.getHour();
    }

    public static boolean isLong(Duration duration) {
        return duration.compareTo(Duration.ofHours(8)) > 0;
    }

    public static String age(Period period) {
        return period.getYears() >= 18 ? "adult" : "child";
    }

    public static boolean isPast(Instant instant) {
        return instant.isBefore(Instant.EPOCH);
    }

    public static int days(YearMonth month) {
        return month.getMonthValue() == 2 ? 28 : 30;
    }

    public static boolean isLeap(Year year) {
        return year.isLeap();
    }

    public static boolean isNewYear(MonthDay day) {
        return day.getMonthValue() == 1 && day.getDayOfMonth() == 1;
    }

    public static boolean isWeekend(DayOfWeek day) {
        return day == DayOfWeek.SATURDAY || day == DayOfWeek.SUNDAY;
    }

    public static boolean isUtc(ZoneOffset offset) {
        return offset == ZoneOffset.UTC;
    }

    public static String zone(ZoneId zone) {
        return zone.getId().length() > 3 ? "far" : "near";
    }

    public static int hour(ZonedDateTime time) {
        return time.getHour() > 12 ? time.getHour() - 12 : time.getHour();
    }

    public static boolean isShifted(OffsetDateTime time) {
        return time.getOffset().getTotalSeconds() != 0;
    }

    public static boolean isOver(Clock clock) {
        return clock.instant().getEpochSecond() > 1_000_000;
    }

    public static boolean isNobody(UUID id) {
        return id.getMostSignificantBits() == 0 && id.getLeastSignificantBits() == 7;
    }

    public static String greeting(Locale locale) {
        return locale.getLanguage().equals("de") ? "Hallo" : "Hello";
    }

    public static boolean isNumber(Pattern pattern) {
        return pattern.matcher("12").matches();
    }

    public static String host(URI uri) {
        return uri.getHost() == null ? "none" : uri.getHost();
    }

    public static int port(URL url) {
        return url.getPort() < 0 ? url.getDefaultPort() : url.getPort();
    }

    public static String name(Path path) {
        return path.getFileName() == null ? "root" : path.getFileName().toString();
    }

    public static Path sibling(Path path) {
        return path.resolveSibling("other");
    }

    public static boolean isText(File file) {
        return file.getName().endsWith(".txt");
    }

    public static boolean isUnicode(Charset charset) {
        return charset == StandardCharsets.UTF_8;
    }

    public static int size(String text, Charset charset) {
        return text.isEmpty() ? -1 : charset.name().length();
    }

    public static boolean hasThird(BitSet bits) {
        return bits.get(3) && !bits.get(0);
    }

    public static BitSet with(BitSet bits) {
        bits.set(1);
        return bits;
    }

    public static boolean isEpoch(Date date) {
        return date.getTime() == 0;
    }

    public static int die(Random random) {
        return random.nextInt(6) + 1;
    }

    public static String name(Thread thread) {
        return thread.isDaemon() ? "d" : thread.getName();
    }

    public static int length(AtomicReference<String> text) {
        return text.get() == null ? -1 : text.get().length();
    }

    public static int locked(Lock lock, int n) {
        lock.lock();
        try {
            return n > 5 ? n : 5;
        } finally {
            lock.unlock();
        }
    }

    public static int count(Reader reader) throws IOException {
        int n = 0;
        while (reader.read() >= 0) {
            n++;
        }
        return n;
    }

    public static String line(BufferedReader reader) throws IOException {
        String line = reader.readLine();
        return line == null ? "end" : line;
    }

    public static int sum(InputStream stream) throws IOException {
        int first = stream.read();
        if (first == 7) {
            return 100;
        }
        return first < 0 ? 0 : first + stream.read();
    }

    public static void write(Writer writer, boolean twice) throws IOException {
        writer.write("a");
        if (twice) {
            writer.write("b");
        }
    }

    public static void print(PrintWriter writer, int n) {
        writer.print(n > 3 ? "many" : "few");
        writer.flush();
    }

    public static void put(OutputStream stream, int n) throws IOException {
        if (n > 9) {
            stream.write(n);
        }
    }

    public static void show(PrintStream stream, boolean loud) {
        stream.print(loud ? "A" : "a");
    }

    public static int read(DataInput input) throws IOException {
        int first = input.readUnsignedByte();
        return first == 9 ? input.readByte() : first;
    }

    public static void save(DataOutput output, int n) throws IOException {
        output.writeByte(n > 3 ? 1 : 0);
    }

    public static byte[] bytes(ByteArrayOutputStream stream) {
        stream.write(3);
        return stream.toByteArray();
    }

    public static int head(ByteBuffer buffer) {
        return buffer.remaining() > 1 ? buffer.get() : -1;
    }

    public static int lookUp(ConcurrentMap<String, Integer> map) {
        Integer n = map.get("key");
        return n == null ? 0 : n + 1;
    }

    public static List<LocalDate> both(LocalDate date) {
        List<LocalDate> dates = new ArrayList<>();
        dates.add(date);
        dates.add(date.plusYears(1));
        return dates;
    }
}
