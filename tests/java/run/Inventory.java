// An inventory system: products, stock movements, orders with partial failure, reports by category.
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

public class Inventory {
    enum Category {
        TOOL(0.2), TOY(0.1), BOOK(0.05) {
            @Override
            long tax(long price) {
                return price > 5000 ? super.tax(price) : 0;
            }
        };

        private final double rate;

        Category(double rate) {
            this.rate = rate;
        }

        long tax(long price) {
            return Math.round(price * rate);
        }
    }

    static class Product {
        private final String sku;
        private final String name;
        private final Category category;
        private final long price;

        Product(String sku, String name, Category category, long price) {
            this.sku = sku;
            this.name = name;
            this.category = category;
            this.price = price;
        }

        long gross() {
            return price + category.tax(price);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Product && ((Product) o).sku.equals(sku);
        }

        @Override
        public int hashCode() {
            return sku.hashCode();
        }

        @Override
        public String toString() {
            return sku + ":" + name;
        }
    }

    static class StockException extends RuntimeException {
        private final Product product;
        private final int missing;

        StockException(Product product, int missing) {
            super("out of stock: " + product + " (" + missing + " missing)");
            this.product = product;
            this.missing = missing;
        }
    }

    static class OrderLine {
        final Product product;
        final int quantity;

        OrderLine(Product product, int quantity) {
            this.product = product;
            this.quantity = quantity;
        }

        long total() {
            return product.gross() * quantity;
        }
    }

    static class Order {
        private static int nextId = 1000;
        final int id = nextId++;
        private final List<OrderLine> lines = new ArrayList<>();

        Order add(Product p, int quantity) {
            lines.add(new OrderLine(p, quantity));
            return this;
        }

        long total() {
            long sum = 0;
            for (OrderLine l : lines) {
                sum += l.total();
            }
            return sum > 50000 ? sum * 9 / 10 : sum;
        }
    }

    interface Listener {
        void changed(Product p, int before, int after);
    }

    static class Warehouse {
        private final Map<String, Product> catalogue = new TreeMap<>();
        private final Map<Product, Integer> stock = new HashMap<>();
        private final List<Listener> listeners = new ArrayList<>();

        Product register(String sku, String name, Category c, long price, int initial) {
            Product p = new Product(sku, name, c, price);
            if (catalogue.put(sku, p) != null) {
                throw new IllegalArgumentException("duplicate sku " + sku);
            }
            move(p, initial);
            return p;
        }

        Optional<Product> lookup(String sku) {
            return Optional.ofNullable(catalogue.get(sku));
        }

        void onChange(Listener l) {
            listeners.add(l);
        }

        void move(Product p, int delta) {
            int before = stock.getOrDefault(p, 0);
            int after = before + delta;
            if (after < 0) {
                throw new StockException(p, -after);
            }
            stock.put(p, after);
            for (Listener l : listeners) {
                l.changed(p, before, after);
            }
        }

        void fulfil(Order order) {
            List<OrderLine> taken = new ArrayList<>();
            try {
                for (OrderLine line : order.lines) {
                    move(line.product, -line.quantity);
                    taken.add(line);
                }
            } catch (StockException e) {
                Collections.reverse(taken);
                for (OrderLine line : taken) {
                    move(line.product, line.quantity);
                }
                throw e;
            }
        }

        List<Product> search(Predicate<Product> wanted) {
            return catalogue.values().stream().filter(wanted).sorted(Comparator.comparingLong(Product::gross).thenComparing(p -> p.name)).collect(Collectors.toList());
        }

        Map<Category, Long> valuation() {
            Map<Category, Long> out = new EnumMap<>(Category.class);
            stock.forEach((p, n) -> out.merge(p.category, p.price * n, Long::sum));
            return out;
        }
    }

    static String money(long cents) {
        return String.format("%d.%02d", cents / 100, cents % 100);
    }

    public static void main(String[] args) {
        Warehouse w = new Warehouse();
        int[] changes = {0};
        w.register("T1", "hammer", Category.TOOL, 1999, 10);
        w.onChange((p, before, after) -> changes[0]++);
        w.onChange((p, before, after) -> {
            if (after <= 2 && after < before) {
                System.out.println("low stock: " + p + " " + after);
            }
        });
        w.register("T2", "saw", Category.TOOL, 2450, 4);
        w.register("Y1", "kite", Category.TOY, 1200, 6);
        w.register("B1", "novel", Category.BOOK, 899, 30);
        w.register("B2", "atlas", Category.BOOK, 7999, 3);
        String[] requests = {"T1*2 B1*5", "T2*3 Y1*6", "B2*2 T1*6 Y1*1", "T1*8 B2*3", "X9*1", "B1*x", "Y1*0"};
        for (String request : requests) {
            try {
                Order order = new Order();
                for (String part : request.split(" ")) {
                    String[] p = part.split("\\*");
                    order.add(w.lookup(p[0]).orElseThrow(() -> new NoSuchElementException("no product " + p[0])), Integer.parseInt(p[1]));
                }
                w.fulfil(order);
                System.out.println("order " + order.id + " for " + money(order.total()));
            } catch (StockException e) {
                System.out.println(e.getMessage() + " / " + e.product.category + " " + e.missing);
            } catch (NoSuchElementException | NumberFormatException e) {
                System.out.println("bad request " + request + ": " + e.getMessage());
            }
        }
        System.out.println(w.valuation() + " " + changes[0]);
        for (Product p : w.search(p -> p.gross() > 1000)) {
            System.out.println(p + " " + money(p.gross()) + " x" + w.stock.get(p));
        }
        System.out.println(w.search(p -> p.category == Category.TOY && w.stock.get(p) > 100));
        try {
            w.register("T1", "again", Category.TOY, 1, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
