// Zones, calendars and formats of dates; the default zone is UTC.
import java.text.DateFormat;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

public class TimeZones {
    public static void main(String[] args) throws Exception {
        System.out.println(TimeZone.getDefault().getID() + " " + ZoneId.systemDefault());
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        ZonedDateTime before = ZonedDateTime.of(2024, 3, 31, 1, 30, 0, 0, berlin);
        System.out.println(before.plusHours(1) + " " + before.plusHours(1).getOffset());
        System.out.println(LocalDateTime.of(2024, 10, 27, 2, 30).atZone(berlin).withLaterOffsetAtOverlap());
        System.out.println(Instant.ofEpochSecond(1_700_000_000L).atZone(ZoneId.of("Asia/Tokyo")));
        System.out.println(berlin.getRules().isDaylightSavings(Instant.parse("2024-07-01T00:00:00Z")));
        System.out.println(TimeZone.getTimeZone("America/New_York").getOffset(1_720_000_000_000L));
        System.out.println(TimeZone.getTimeZone("no such zone").getID());
        Calendar calendar = new GregorianCalendar(2024, Calendar.JANUARY, 31);
        calendar.add(Calendar.MONTH, 1);
        System.out.println(calendar.get(Calendar.DAY_OF_MONTH) + " " + calendar.getTime());
        System.out.println(calendar.getFirstDayOfWeek() + " " + calendar.getActualMaximum(Calendar.DAY_OF_MONTH));
        SimpleDateFormat format = new SimpleDateFormat("EEE, d MMM yyyy HH:mm:ss Z");
        System.out.println(format.format(new Date(0)));
        System.out.println(format.parse("Thu, 1 Jan 1970 00:00:01 +0000").getTime());
        System.out.println(new SimpleDateFormat("yyyy-MM-dd").parse("2020-02-29"));
        System.out.println(DateFormat.getDateInstance(DateFormat.LONG, Locale.US).format(new Date(0)));
        LocalDate date = LocalDate.of(2024, 2, 29);
        System.out.println(date.format(DateTimeFormatter.ofPattern("EEEE d MMMM uuuu")));
        System.out.println(date.format(DateTimeFormatter.ofPattern("d. MMMM yyyy", Locale.GERMANY)));
        System.out.println(date.format(DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)));
        System.out.println(date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.FRENCH));
        System.out.println(DateTimeFormatter.RFC_1123_DATE_TIME.format(date.atStartOfDay(ZoneOffset.UTC)));
        System.out.println(String.format("%tF %<tT %<tA", new GregorianCalendar(2020, 1, 1, 3, 4, 5)));
    }
}
