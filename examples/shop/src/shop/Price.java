package shop;

/** What an order costs, in cents. */
public final class Price {
    private Price() {
    }

    /** The price of some items of a kind; ten of them or more are cheaper. */
    public static int total(int unit, int count) {
        if (unit < 0) {
            throw new IllegalArgumentException("a price is not negative");
        }
        if (count <= 0) {
            return 0;
        }
        int discount = count >= 100 ? 10 : count >= 10 ? 5 : 0;
        return unit * count / 100 * (100 - discount);
    }

    /** What it costs to send a parcel. */
    public static int shipping(int grams, boolean express) {
        if (grams <= 0) {
            throw new IllegalArgumentException("a parcel weighs something");
        }
        int fee = grams <= 500 ? 190 : grams <= 2_000 ? 390 : 690;
        return express ? 2 * fee : fee;
    }

    /** How many items each of the customers gets when they share, and whether some are left. */
    public static String share(int items, int customers) {
        int each = items / customers;
        return items % customers == 0 ? each + " each" : each + " each, some left";
    }
}
