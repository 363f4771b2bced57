/** An array with a fill count, a total, a label and a kind that all depend on each other. */
class Order {
    Item[] items;
    int count;
    String label;
    Kind kind;
    long total;
    boolean closed;

    enum Kind { RETAIL, BULK }

    static class Item {
        long price;
        int quantity;
    }

    boolean repOk() {
        if (items == null || count < 0 || count > items.length) {
            return false;
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            if (items[i] == null || items[i].quantity <= 0 || items[i].price < 0) {
                return false;
            }
            for (int j = 0; j < i; j++) {
                if (items[j] == items[i]) {
                    return false;
                }
            }
            sum += items[i].price * items[i].quantity;
        }
        for (int i = count; i < items.length; i++) {
            if (items[i] != null) {
                return false;
            }
        }
        if (label == null || label.isEmpty() || (kind == Kind.BULK) != (count > 2)) {
            return false;
        }
        return total == sum && (!closed || count > 0);
    }
}
