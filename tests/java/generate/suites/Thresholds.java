import java.math.BigDecimal;

/** What is compared with big numbers, and what is found out once. */
public class Thresholds {
    private static final BigDecimal LIMIT = new BigDecimal("1000.50");

    private final BigDecimal from;
    private final BigDecimal to;
    private String text;

    public Thresholds(BigDecimal from, BigDecimal to) {
        if (from.compareTo(to) > 0) {
            throw new IllegalArgumentException("empty");
        }
        this.from = from;
        this.to = to;
    }

    public static String kind(BigDecimal amount) {
        if (amount.compareTo(LIMIT) > 0) {
            return "large";
        }
        return amount.compareTo(BigDecimal.valueOf(200)) >= 0 ? "medium" : "small";
    }

    @Override
    public String toString() {
        if (text == null) {
            text = from + " to " + to;
        }
        return text;
    }
}
