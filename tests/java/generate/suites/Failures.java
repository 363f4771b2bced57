

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/** Services whose collaborators fail. */
public class Failures {
    public interface Client { String fetch(String id) throws IOException; }
    public static class Retrying {
        private final Client client; private final int attempts; private int failures;
        public Retrying(Client client, int attempts) { this.client = client; this.attempts = attempts; }
        public String load(String id) {
            IOException last = null;
            for (int i = 0; i < attempts; i++) {
                try { return client.fetch(id); }
                catch (IOException e) { failures++; last = e; }
            }
            throw new IllegalStateException("no answer for " + id, last);
        }
        public int failures() { return failures; }
    }
    public static class PaymentException extends Exception {
        private final int code;
        public PaymentException(String message, int code) { super(message); this.code = code; }
        public int code() { return code; }
    }
    public interface Gateway {
        String charge(String account, long cents) throws PaymentException, TimeoutException;
        boolean isOpen();
    }
    public static class Checkout {
        private final Gateway gateway;
        public Checkout(Gateway gateway) { this.gateway = gateway; }
        public String pay(String account, long cents) {
            if (cents <= 0) throw new IllegalArgumentException("nothing to pay");
            if (!gateway.isOpen()) return "closed";
            try {
                return gateway.charge(account, cents);
            } catch (PaymentException e) {
                return e.code() > 100 ? "declined" : "try again";
            } catch (TimeoutException e) {
                throw new RuntimeException("timeout", e);
            }
        }
        public String payOrThrow(String account, long cents) throws PaymentException, TimeoutException {
            return gateway.charge(account, cents).trim();
        }
    }
    public interface Connection extends AutoCloseable { int read() throws IOException; @Override void close() throws IOException; }
    public interface Pool { Connection open() throws IOException; }
    public static class Reader {
        private final Pool pool;
        public Reader(Pool pool) { this.pool = pool; }
        public int sum() {
            try (Connection connection = pool.open()) {
                int n = connection.read();
                return n < 0 ? 0 : n;
            } catch (IOException e) {
                return -1;
            }
        }
    }
    public interface Repository { Optional<String> find(long id); void save(String name); }
    public static class Names {
        private final Repository repository;
        public Names(Repository repository) { this.repository = repository; }
        public boolean store(String name) {
            try { repository.save(name); return true; } catch (RuntimeException e) { return false; }
        }
        public String name(long id) { return repository.find(id).orElse("nobody"); }
    }
    public interface Action<T, E extends Exception> { T run() throws E; }
    public static <T> T orNull(Action<T, IOException> action) {
        try { return action.run(); } catch (IOException e) { return null; }
    }
    public static <T, E extends Exception> T unchecked(Action<T, E> action) {
        try { return action.run(); }
        catch (RuntimeException e) { throw e; }
        catch (Exception e) { throw new IllegalStateException(e); }
    }
    public static String call(Callable<String> callable, String other) {
        try { return callable.call(); }
        catch (IOException e) { return "io"; }
        catch (Exception e) { return other; }
    }
    public static abstract class Template {
        private final String name;
        protected Template(String name) { this.name = name; }
        protected abstract int step(int n) throws IOException;
        public String run(int n) {
            try { return name + step(n); } catch (IOException e) { return name + " failed"; }
        }
    }
    public static String runIt(Template template) { return template.run(3); }
}
