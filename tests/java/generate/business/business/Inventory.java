package business;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What is in stock, with a limit below which is reordered. */
public class Inventory {
    public static class OutOfStock extends Exception {
        private final String article;

        public OutOfStock(String article) {
            super("out of stock: " + article);
            this.article = article;
        }

        public String getArticle() {
            return article;
        }
    }

    private final Map<String, Integer> stock = new TreeMap<>();
    private final int limit;

    public Inventory(int limit) {
        this.limit = Math.max(limit, 0);
    }

    public void receive(String article, int count) {
        if (count <= 0) {
            throw new IllegalArgumentException("count");
        }
        stock.put(article, stock.getOrDefault(article, 0) + count);
    }

    public int take(String article, int count) throws OutOfStock {
        Integer available = stock.get(article);
        if (available == null || available < count) {
            throw new OutOfStock(article);
        }
        int left = available - count;
        if (left == 0) {
            stock.remove(article);
        } else {
            stock.put(article, left);
        }
        return left;
    }

    public boolean mustReorder(String article) {
        return stock.getOrDefault(article, 0) < limit;
    }

    public Optional<String> scarcest() {
        if (stock.isEmpty()) {
            return Optional.empty();
        }
        String found = null;
        for (Map.Entry<String, Integer> entry : stock.entrySet()) {
            if (found == null || entry.getValue() < stock.get(found)) {
                found = entry.getKey();
            }
        }
        return Optional.of(found);
    }

    public Map<String, Integer> contents() {
        return Collections.unmodifiableMap(stock);
    }
}
