// A typed event bus: subscriptions by class, priorities, cancellation, dead events, re-entrant publishing, weak typing by Class keys.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

public class EventBus {
    interface Event {
        default String topic() {
            return getClass().getSimpleName();
        }
    }

    static abstract class Cancellable implements Event {
        private boolean cancelled;

        void cancel() {
            cancelled = true;
        }

        boolean isCancelled() {
            return cancelled;
        }
    }

    static class UserCreated implements Event {
        final String name;

        UserCreated(String name) {
            this.name = name;
        }
    }

    static final class AdminCreated extends UserCreated {
        AdminCreated(String name) {
            super(name);
        }

        @Override
        public String topic() {
            return "admin/" + super.topic();
        }
    }

    static class Message extends Cancellable {
        final String from;
        final String text;

        Message(String from, String text) {
            this.from = from;
            this.text = text;
        }
    }

    record Dead(Event original) implements Event { }
    record Failure(Event event, RuntimeException error) implements Event { }

    static final class Subscription<E extends Event> implements AutoCloseable {
        private final Class<E> type;
        private final Consumer<? super E> handler;
        private final int priority;
        private final Bus bus;
        private Predicate<? super E> filter = e -> true;
        private int delivered;

        Subscription(Bus bus, Class<E> type, int priority, Consumer<? super E> handler) {
            this.bus = bus;
            this.type = type;
            this.priority = priority;
            this.handler = handler;
        }

        Subscription<E> when(Predicate<? super E> extra) {
            Predicate<? super E> old = filter;
            filter = e -> old.test(e) && extra.test(e);
            return this;
        }

        boolean deliver(Event event) {
            if (!type.isInstance(event)) {
                return false;
            }
            E e = type.cast(event);
            if (!filter.test(e)) {
                return false;
            }
            delivered++;
            handler.accept(e);
            return true;
        }

        @Override
        public void close() {
            bus.subscriptions.remove(this);
        }
    }

    static final class Bus {
        private final List<Subscription<?>> subscriptions = new ArrayList<>();
        private final Deque<Event> pending = new ArrayDeque<>();
        private final Map<String, Integer> counts = new LinkedHashMap<>();
        private boolean draining;

        <E extends Event> Subscription<E> subscribe(Class<E> type, Consumer<? super E> handler) {
            return subscribe(type, 0, handler);
        }

        <E extends Event> Subscription<E> subscribe(Class<E> type, int priority, Consumer<? super E> handler) {
            Subscription<E> s = new Subscription<>(this, type, priority, handler);
            subscriptions.add(s);
            subscriptions.sort(Comparator.comparingInt((Subscription<?> x) -> x.priority).reversed());
            return s;
        }

        void publish(Event e) {
            pending.addLast(e);
            if (draining) {
                return;
            }
            draining = true;
            try {
                while (!pending.isEmpty()) {
                    dispatch(pending.removeFirst());
                }
            } finally {
                draining = false;
            }
        }

        private void dispatch(Event e) {
            counts.merge(e.topic(), 1, Integer::sum);
            boolean handled = false;
            for (Subscription<?> s : List.copyOf(subscriptions)) {
                if (e instanceof Cancellable c && c.isCancelled()) {
                    break;
                }
                try {
                    handled |= s.deliver(e);
                } catch (RuntimeException error) {
                    handled = true;
                    if (e instanceof Failure) {
                        throw error;
                    }
                    pending.addLast(new Failure(e, error));
                }
            }
            if (!handled && !(e instanceof Dead)) {
                pending.addLast(new Dead(e));
            }
        }
    }

    public static void main(String[] args) {
        Bus bus = new Bus();
        List<String> log = new ArrayList<>();
        bus.publish(new UserCreated("nobody listens"));
        Subscription<UserCreated> users = bus.subscribe(UserCreated.class, e -> log.add("user " + e.name));
        bus.subscribe(AdminCreated.class, 5, e -> {
            log.add("admin " + e.name);
            bus.publish(new Message(e.name, "hello"));
        });
        bus.subscribe(Event.class, -10, e -> log.add("audit " + e.topic()));
        Subscription<Message> censor = bus.subscribe(Message.class, 100, Message::cancel).when(m -> m.text.contains("secret")).when(m -> !m.from.equals("root"));
        bus.subscribe(Message.class, m -> {
            if (m.text.isEmpty()) {
                throw new IllegalArgumentException("empty message from " + m.from);
            }
            log.add(m.from + " says " + m.text);
        });
        bus.subscribe(Failure.class, f -> log.add("failure " + f.error().getMessage() + " on " + f.event().topic()));
        bus.publish(new UserCreated("ann"));
        bus.publish(new AdminCreated("root"));
        bus.publish(new Message("ann", "the secret"));
        bus.publish(new Message("root", "the secret"));
        bus.publish(new Message("bob", ""));
        try (censor; users) {
            bus.publish(new Message("bob", "secretive"));
        }
        bus.publish(new Message("bob", "secretive"));
        bus.publish(new UserCreated("late"));
        bus.publish(new Dead(null));
        log.forEach(System.out::println);
        System.out.println(bus.counts + " " + censor.delivered + " " + users.delivered + " " + bus.subscriptions.size());
        bus.subscribe(Failure.class, f -> {
            throw new IllegalStateException("handler of failures failed", f.error());
        });
        try {
            bus.publish(new Message("bob", ""));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " <- " + e.getCause().getMessage() + " " + bus.draining);
        }
    }
}
