package subjects;

/** Control flow that a compiler spells out: handlers of several classes, switches over texts. */
public class Flow {
    public static int parse(String text) {
        try {
            if (text.equals("none")) {
                throw new IllegalStateException();
            }
            return text.equals("one") ? 1 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        } catch (IllegalStateException | UnsupportedOperationException e) {
            return e instanceof IllegalStateException ? -2 : -3;
        }
    }

    public static int days(String month) {
        switch (month) {
            case "February":
                return 28;
            case "April":
            case "June":
                return 30;
            default:
                return month.isEmpty() ? 0 : 31;
        }
    }

    public static String kind(int n) {
        switch (n) {
            case 1:
            case 2:
                return "few";
            case 100:
                return "many";
            default:
                return n < 0 ? "none" : "some";
        }
    }

    public static boolean isEither(boolean a, boolean b, int n) {
        return (a || b) && n > 3 && !(a && b);
    }

    public static int rounds(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i == 1) {
                continue;
            }
            if (sum > 3) {
                break;
            }
            sum += i;
        }
        do {
            sum++;
        } while (sum < 2);
        return sum;
    }
}
