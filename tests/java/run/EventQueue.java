// A discrete event simulation of a shop with two tills, driven by a seeded random generator.
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;

public class EventQueue {
    interface Action {
        void fire(Simulation s);
    }

    record Event(double time, int sequence, String name, Action action) implements Comparable<Event> {
        @Override
        public int compareTo(Event o) {
            int c = Double.compare(time, o.time);
            return c != 0 ? c : Integer.compare(sequence, o.sequence);
        }
    }

    static class Simulation {
        final PriorityQueue<Event> events = new PriorityQueue<>();
        final Queue<Customer> waiting = new ArrayDeque<>();
        final Random random = new Random(2024);
        final boolean[] busy = new boolean[2];
        double now;
        int sequence;
        int served;
        double totalWait;
        int longest;

        void schedule(double delay, String name, Action action) {
            events.add(new Event(now + delay, sequence++, name, action));
        }

        void run(double until) {
            while (!events.isEmpty() && events.peek().time() <= until) {
                Event e = events.poll();
                now = e.time();
                e.action().fire(this);
            }
        }
    }

    static class Customer {
        final int id;
        final double arrived;
        static int next = 1;

        Customer(double arrived) {
            this.id = next++;
            this.arrived = arrived;
        }
    }

    static void arrive(Simulation s) {
        Customer c = new Customer(s.now);
        s.waiting.add(c);
        s.longest = Math.max(s.longest, s.waiting.size());
        serve(s);
        s.schedule(s.random.nextInt(100) / 20.0, "arrive", EventQueue::arrive);
    }

    static void serve(Simulation s) {
        for (int till = 0; till < s.busy.length; till++) {
            if (!s.busy[till] && !s.waiting.isEmpty()) {
                Customer c = s.waiting.remove();
                s.busy[till] = true;
                s.totalWait += s.now - c.arrived;
                int t = till;
                s.schedule(1 + s.random.nextInt(8), "leave", x -> {
                    x.busy[t] = false;
                    x.served++;
                    if (c.id % 10 == 0) {
                        System.out.printf("%7.2f customer %d leaves till %d%n", x.now, c.id, t);
                    }
                    serve(x);
                });
            }
        }
    }

    public static void main(String[] args) {
        Simulation s = new Simulation();
        s.schedule(0, "arrive", EventQueue::arrive);
        s.run(300);
        System.out.println(s.served + " served, " + s.waiting.size() + " waiting, longest queue " + s.longest);
        System.out.println(s.totalWait / s.served);
        System.out.println(s.events.peek().name() + " " + s.sequence);
    }
}
