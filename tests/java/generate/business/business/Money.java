package business;

import java.util.Objects;

/** An amount in cents of a currency. */
public final class Money implements Comparable<Money> {
    public enum Currency { EUR, USD, JPY }

    public static final Money ZERO = new Money(0, Currency.EUR);

    private final long cents;
    private final Currency currency;

    private Money(long cents, Currency currency) {
        this.cents = cents;
        this.currency = currency;
    }

    public static Money of(long cents, Currency currency) {
        Objects.requireNonNull(currency, "currency");
        if (currency == Currency.JPY && cents % 100 != 0) {
            throw new IllegalArgumentException("no cents in " + currency);
        }
        return cents == 0 && currency == Currency.EUR ? ZERO : new Money(cents, currency);
    }

    public static Money parse(String text) {
        int space = text.indexOf(' ');
        if (space < 0) {
            throw new IllegalArgumentException("no currency in " + text);
        }
        long units = Long.parseLong(text.substring(0, space));
        return of(units * 100, Currency.valueOf(text.substring(space + 1)));
    }

    public long getCents() {
        return cents;
    }

    public Currency getCurrency() {
        return currency;
    }

    public Money plus(Money other) {
        requireSame(other);
        return of(Math.addExact(cents, other.cents), currency);
    }

    public Money times(int factor) {
        return of(cents * factor, currency);
    }

    public Money[] split(int parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("parts");
        }
        Money[] shares = new Money[parts];
        long rest = cents % parts;
        for (int i = 0; i < parts; i++) {
            shares[i] = new Money(cents / parts + (i < rest ? 1 : 0), currency);
        }
        return shares;
    }

    public boolean isNegative() {
        return cents < 0;
    }

    @Override
    public int compareTo(Money other) {
        requireSame(other);
        return Long.compare(cents, other.cents);
    }

    private void requireSame(Money other) {
        if (currency != other.currency) {
            throw new IllegalArgumentException("different currencies");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Money && cents == ((Money) other).cents && currency == ((Money) other).currency;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(cents) * 31 + currency.ordinal();
    }

    @Override
    public String toString() {
        return cents / 100 + "." + Math.abs(cents % 100) + " " + currency;
    }
}
