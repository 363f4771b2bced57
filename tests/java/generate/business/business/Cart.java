package business;

import java.util.LinkedHashMap;
import java.util.Map;

/** A shopping cart with quantities and a discount. */
public class Cart {
    private final Map<String, Integer> quantities = new LinkedHashMap<>();
    private final Map<String, Long> prices = new LinkedHashMap<>();
    private int discountPercent;

    public void add(String article, int quantity, long price) {
        if (article == null || article.isEmpty()) {
            throw new IllegalArgumentException("article");
        }
        if (quantity < 1 || price < 0) {
            throw new IllegalArgumentException("quantity or price");
        }
        quantities.merge(article, quantity, Integer::sum);
        prices.put(article, price);
    }

    public boolean remove(String article) {
        if (!quantities.containsKey(article)) {
            return false;
        }
        quantities.remove(article);
        prices.remove(article);
        return true;
    }

    public void setDiscountPercent(int percent) {
        if (percent < 0 || percent > 50) {
            throw new IllegalArgumentException("percent: " + percent);
        }
        discountPercent = percent;
    }

    public int size() {
        return quantities.size();
    }

    public int quantityOf(String article) {
        return quantities.getOrDefault(article, 0);
    }

    public long total() {
        long sum = 0;
        for (Map.Entry<String, Integer> entry : quantities.entrySet()) {
            sum += entry.getValue() * prices.get(entry.getKey());
        }
        if (discountPercent > 0) {
            sum -= sum * discountPercent / 100;
        }
        return sum;
    }

    public boolean isFreeOfShipping() {
        return total() >= 5000 && size() > 1;
    }
}
