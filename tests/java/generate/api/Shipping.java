import java.util.List;
import java.util.Optional;

/** A service that needs others, which nothing here implements. */
public class Shipping {
    /** Where articles are. */
    public interface Stock {
        int available(String article);

        Optional<String> shelf(String article);

        void take(String article, int count);
    }

    /** Tells people. */
    public interface Messages {
        boolean send(String to, List<String> lines);

        String sender();
    }

    private final Stock stock;
    private final Messages messages;
    private int sent;

    public Shipping(Stock stock, Messages messages) {
        if (stock == null || messages == null) {
            throw new IllegalArgumentException("stock and messages are needed");
        }
        this.stock = stock;
        this.messages = messages;
    }

    public boolean ship(String article, int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count");
        }
        if (stock.available(article) < count || !stock.shelf(article).isPresent()) {
            return false;
        }
        stock.take(article, count);
        sent++;
        return true;
    }

    public int notifyAll(int people) {
        int reached = 0;
        for (int i = 0; i < people && i < 3; i++) {
            if (messages.send("p" + i, List.of("sent"))) {
                reached++;
            }
        }
        return reached;
    }

    public String from() {
        String sender = messages.sender();
        return sender == null ? "nobody" : sender;
    }

    public int getSent() {
        return sent;
    }
}
