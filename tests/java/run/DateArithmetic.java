// Calendar arithmetic by hand: leap years, day numbers, weekdays, Easter, a month's page; checked against java.time.
import java.time.DayOfWeek;
import java.time.LocalDate;

public class DateArithmetic {
    static boolean leap(int year) {
        return year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    }

    static int days(int year, int month) {
        return switch (month) {
            case 2 -> leap(year) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    static long dayNumber(int year, int month, int day) {
        int y = month <= 2 ? year - 1 : year;
        int era = Math.floorDiv(y, 400);
        int yoe = y - era * 400;
        int doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        int doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
        return era * 146097L + doe - 719468;
    }

    static int weekday(int year, int month, int day) {
        return (int) Math.floorMod(dayNumber(year, month, day) + 3, 7L);
    }

    static String easter(int year) {
        int a = year % 19, b = year / 100, c = year % 100;
        int d = b / 4, e = b % 4, f = (b + 8) / 25, g = (b - f + 1) / 3;
        int h = (19 * a + b - d - g + 15) % 30;
        int i = c / 4, k = c % 4, l = (32 + 2 * e + 2 * i - h - k) % 7;
        int m = (a + 11 * h + 22 * l) / 451;
        int month = (h + l - 7 * m + 114) / 31;
        int day = (h + l - 7 * m + 114) % 31 + 1;
        return year + "-" + (month < 10 ? "0" : "") + month + "-" + (day < 10 ? "0" : "") + day;
    }

    static void page(int year, int month) {
        System.out.println("Mo Tu We Th Fr Sa Su");
        StringBuilder line = new StringBuilder("   ".repeat(weekday(year, month, 1)));
        for (int d = 1; d <= days(year, month); d++) {
            line.append(d < 10 ? " " : "").append(d);
            if (weekday(year, month, d) == 6) {
                System.out.println(line);
                line.setLength(0);
            } else {
                line.append(' ');
            }
        }
        System.out.println(line.toString().stripTrailing());
    }

    public static void main(String[] args) {
        String[] names = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
        int[][] dates = {{1970, 1, 1}, {2000, 2, 29}, {1999, 12, 31}, {2024, 2, 29}, {1900, 3, 1}, {1, 1, 1}, {-44, 3, 15}};
        for (int[] d : dates) {
            System.out.println(dayNumber(d[0], d[1], d[2]) + " " + names[weekday(d[0], d[1], d[2])] + " " + (dayNumber(d[0], d[1], d[2]) == LocalDate.of(d[0], d[1], d[2]).toEpochDay()));
        }
        int leaps = 0;
        for (int y = 1600; y < 2100; y++) {
            leaps += leap(y) ? 1 : 0;
        }
        System.out.println(leaps);
        for (int y = 2020; y < 2030; y++) {
            System.out.print(easter(y) + " ");
        }
        System.out.println();
        page(2024, 2);
        page(2026, 8);
        LocalDate date = LocalDate.of(2023, 11, 30).plusMonths(3).plusDays(45).minusWeeks(2);
        System.out.println(date + " " + date.getDayOfWeek() + " " + date.isLeapYear() + " " + date.getDayOfYear() + " " + date.with(DayOfWeek.MONDAY) + " " + LocalDate.parse("2024-02-28").plusDays(2));
        int friday13 = 0;
        for (int y = 2000; y < 2010; y++) {
            for (int m = 1; m <= 12; m++) {
                friday13 += weekday(y, m, 13) == 4 ? 1 : 0;
            }
        }
        System.out.println(friday13);
    }
}
