package business;

import java.util.ArrayList;
import java.util.List;

/** Events in the order of their time, handed to listeners. */
public class EventQueue {
    /** Is told of events. */
    public interface Listener {
        boolean accept(int time, String name);
    }

    public static class Event {
        public final int time;
        public final String name;

        public Event(int time, String name) {
            this.time = time;
            this.name = name;
        }
    }

    private final List<Event> events = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    private int now;

    public void addListener(Listener listener) {
        if (listener == null) {
            throw new NullPointerException("listener");
        }
        listeners.add(listener);
    }

    public void schedule(Event event) {
        if (event.time < now) {
            throw new IllegalArgumentException("in the past");
        }
        int at = events.size();
        while (at > 0 && events.get(at - 1).time > event.time) {
            at--;
        }
        events.add(at, event);
    }

    public boolean runNext() {
        if (events.isEmpty()) {
            return false;
        }
        Event event = events.remove(0);
        now = event.time;
        int refused = 0;
        for (Listener listener : listeners) {
            if (!listener.accept(event.time, event.name)) {
                refused++;
            }
        }
        return refused == 0;
    }

    public int pending() {
        return events.size();
    }

    public int getNow() {
        return now;
    }
}
