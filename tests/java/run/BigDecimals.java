// BigDecimal: scale, rounding modes, comparison, formatting, a loan schedule.
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

public class BigDecimals {
    public static void main(String[] args) {
        BigDecimal a = new BigDecimal("10.25");
        BigDecimal b = new BigDecimal("3");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b, 10, RoundingMode.HALF_UP) + " " + a.remainder(b) + " " + a.negate() + " " + a.pow(3));
        for (RoundingMode mode : RoundingMode.values()) {
            if (mode != RoundingMode.UNNECESSARY) {
                System.out.println(mode + " " + new BigDecimal("2.5").setScale(0, mode) + " " + new BigDecimal("-2.5").setScale(0, mode) + " " + new BigDecimal("1.15").setScale(1, mode) + " " + new BigDecimal("-1.11").setScale(1, mode));
            }
        }
        System.out.println(new BigDecimal("2.0").equals(new BigDecimal("2.00")) + " " + new BigDecimal("2.0").compareTo(new BigDecimal("2.00")) + " " + new BigDecimal("2.0").hashCode() + " " + new BigDecimal("2.00").stripTrailingZeros() + " " + new BigDecimal("100").stripTrailingZeros() + " " + new BigDecimal("100").stripTrailingZeros().toPlainString());
        System.out.println(new BigDecimal("1E+5") + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("0.0000001") + " " + new BigDecimal("123456789.123456789").toEngineeringString() + " " + new BigDecimal("1.23E-10"));
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + BigDecimal.valueOf(5, 3) + " " + new BigDecimal("12.345").scale() + " " + new BigDecimal("12.345").precision() + " " + new BigDecimal("12.345").unscaledValue());
        System.out.println(BigDecimal.ONE.divide(new BigDecimal("7"), MathContext.DECIMAL64) + " " + new BigDecimal("2").sqrt(new MathContext(30)) + " " + a.round(new MathContext(2)) + " " + a.intValue() + " " + a.doubleValue() + " " + a.toBigInteger());
        BigDecimal balance = new BigDecimal("10000.00");
        BigDecimal rate = new BigDecimal("0.0425").divide(new BigDecimal("12"), 10, RoundingMode.HALF_EVEN);
        BigDecimal payment = new BigDecimal("900.00");
        int month = 0;
        while (balance.signum() > 0) {
            BigDecimal interest = balance.multiply(rate).setScale(2, RoundingMode.HALF_EVEN);
            balance = balance.add(interest).subtract(payment).max(BigDecimal.ZERO);
            System.out.println(++month + " " + interest + " " + balance);
        }
        try {
            BigDecimal.ONE.setScale(0).divide(new BigDecimal("3"));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            new BigDecimal("1.25").setScale(1, RoundingMode.UNNECESSARY);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
