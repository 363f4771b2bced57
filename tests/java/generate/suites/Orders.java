import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A service whose repository a test has to make up. */
public class Orders {
    public record Customer(String id, int points) {}

    public interface Repository {
        Optional<Customer> find(String id);

        List<? extends Customer> all(Map<String, ? super Integer> limits);

        void save(List<Customer> customers);
    }

    private final Repository repository;

    public Orders(Repository repository) {
        this.repository = repository;
    }

    public int points(String id) {
        return repository.find(id).map(Customer::points).orElse(-1);
    }

    public Customer doubled(Customer customer) {
        return new Customer(customer.id(), 2 * customer.points());
    }

    public static boolean isLater(Instant first, Instant second) {
        return first.isBefore(second);
    }
}
