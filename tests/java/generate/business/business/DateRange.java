package business;

/** Days from one date to another, dates as people write them. */
public final class DateRange {
    private final int fromYear;
    private final int fromDay;
    private final int toYear;
    private final int toDay;

    private DateRange(int fromYear, int fromDay, int toYear, int toDay) {
        this.fromYear = fromYear;
        this.fromDay = fromDay;
        this.toYear = toYear;
        this.toDay = toDay;
    }

    public static DateRange within(int year, int fromDay, int toDay) {
        return between(year, fromDay, year, toDay);
    }

    public static DateRange between(int fromYear, int fromDay, int toYear, int toDay) {
        checkDay(fromYear, fromDay);
        checkDay(toYear, toDay);
        if (fromYear > toYear || fromYear == toYear && fromDay > toDay) {
            throw new IllegalArgumentException("ends before it begins");
        }
        return new DateRange(fromYear, fromDay, toYear, toDay);
    }

    private static void checkDay(int year, int day) {
        if (year < 1900 || year > 2200) {
            throw new IllegalArgumentException("year " + year);
        }
        if (day < 1 || day > daysIn(year)) {
            throw new IllegalArgumentException("day " + day + " of " + year);
        }
    }

    static int daysIn(int year) {
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        return leap ? 366 : 365;
    }

    public int days() {
        int days = toDay - fromDay + 1;
        for (int year = fromYear; year < toYear; year++) {
            days += daysIn(year);
        }
        return days;
    }

    public boolean isSingleDay() {
        return fromYear == toYear && fromDay == toDay;
    }

    public boolean contains(int year, int day) {
        if (year < fromYear || year > toYear) {
            return false;
        }
        if (year == fromYear && day < fromDay) {
            return false;
        }
        return year != toYear || day <= toDay;
    }
}
