/** Objects that only calls make, held by mere places for data and by objects that are not. */
public class Holders {
    /** Refuses what is not a weight. */
    public static class Item {
        private final int weight;

        public Item(int weight) {
            if (weight <= 0) {
                throw new IllegalArgumentException("weight");
            }
            this.weight = weight;
        }

        public int weight() {
            return weight;
        }
    }

    /** A mere place for data. */
    public static class Slot {
        public Item item;
        public int count;
    }

    /** Keeps a slot, and something that nobody can assign. */
    public static class Event {
        final int start;
        final Slot slot;
        private final Item scope;

        public Event(Slot slot, int start, Item scope) {
            this.slot = slot;
            this.start = start;
            this.scope = scope;
        }

        public int end() {
            return scope == null ? start : start + scope.weight();
        }
    }

    public static int load(Slot slot) {
        return slot.item.weight() * slot.count > 10 ? 1 : 0;
    }

    public static int loads(Slot[] slots) {
        return slots[0].item.weight() * slots[0].count > 10 ? 1 : 0;
    }

    public static int first(Event[] events) {
        return events[0].slot.item.weight() > 3 ? events[0].end() : events[0].start;
    }
}
