import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Classes that tests extend: abstract ones with state, and those that reach the outside world. */
public class Doubles {
    /** Talks to a server. */
    public static class Gateway {
        private final String host;

        public Gateway(String host) {
            this.host = host;
        }

        public String deliver(String to) {
            try (Socket socket = new Socket(host, 25)) {
                socket.getOutputStream().write(to.getBytes());
                return "ok";
            } catch (IOException e) {
                return null;
            }
        }

        public String host() {
            return host;
        }
    }

    /** Needs somebody to talk to a server. */
    public static class Mailer {
        private final Gateway gateway;
        private final Map<String, Integer> sent = new HashMap<>();

        public Mailer(Gateway gateway) {
            this.gateway = Objects.requireNonNull(gateway);
        }

        public boolean send(String to) {
            if (to.isEmpty()) {
                throw new IllegalArgumentException("nobody");
            }
            sent.merge(to, 1, Integer::sum);
            String receipt = gateway.deliver(to);
            return receipt != null && receipt.equals("ok");
        }
    }

    /** Reads a file itself, in a method that a subclass may override. */
    public static class Counter {
        private final Path path;

        public Counter(Path path) {
            this.path = path;
        }

        protected int size() {
            try (InputStream in = Files.newInputStream(path)) {
                return in.readAllBytes().length;
            } catch (IOException e) {
                return -1;
            }
        }

        public String judge() {
            int size = size();
            return size < 0 ? "missing" : size > 1000 ? "large" : "small";
        }
    }

    /** Has no state: a subclass of it needs nothing. */
    public static class Die {
        public int roll() {
            return 1 + new Random().nextInt(6);
        }
    }

    /** Is given a die. */
    public static class Player {
        public String play(Die die, int bet) {
            int rolled = die.roll();
            if (rolled > 6) {
                return "cheated";
            }
            return rolled == bet ? "won" : "lost";
        }
    }

    /** Asks what time it is where it can be replaced. */
    public static class Session {
        private final long started;

        public Session(long started) {
            this.started = started;
        }

        long now() {
            return System.currentTimeMillis();
        }

        public boolean isOver() {
            return now() - started > 60_000;
        }
    }

    /** Abstract, with a state that its constructor checks. */
    public abstract static class Shape {
        private final String name;
        private int scale = 1;

        protected Shape(String name) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("no name");
            }
            this.name = name;
        }

        public abstract double area();

        public void grow(int by) {
            if (by < 0) {
                throw new IllegalArgumentException("shrinks");
            }
            scale += by;
        }

        public int scale() {
            return scale;
        }

        public String describe() {
            return area() * scale > 100 ? name + " is big" : name + " is small";
        }
    }
}
