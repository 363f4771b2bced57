/** Functions of values: their tests differ in values only. */
public class Calendar {
    public enum Season { WINTER, SPRING, SUMMER, AUTUMN }

    public static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    public static Season seasonOf(int month) {
        if (month < 1 || month > 12) {
            throw new IllegalArgumentException("no month " + month);
        }
        if (month < 3 || month == 12) {
            return Season.WINTER;
        }
        return month < 6 ? Season.SPRING : month < 9 ? Season.SUMMER : Season.AUTUMN;
    }

    public static String nameOf(Season season) {
        if (season == null) {
            throw new IllegalArgumentException("no season");
        }
        switch (season) {
            case WINTER: return "winter";
            case SPRING: return "spring, or so";
            case SUMMER: return "it's hot";
            default: return " ";
        }
    }

    public static int signs(int[] values) {
        int sum = 0;
        for (int value : values) {
            sum += value > 0 ? 1 : value < 0 ? -1 : 0;
        }
        return sum;
    }

    public static String kindOf(int[] values) {
        if (values == null) {
            return "none";
        }
        if (values.length == 0) {
            return "empty";
        }
        return values[0] > 5 ? "large" : values[0] < 0 ? "negative" : "small";
    }

    public static double half(double value, char mode) {
        return mode == '+' ? Math.abs(value) / 2 : mode == ',' ? -value : value / 2;
    }

    public static byte narrow(byte value) {
        return value > 3 ? (byte) 1 : value;
    }

    public static String greeting(String name) {
        return name == null ? "nobody" : name.isEmpty() ? "" : "someone";
    }
}
