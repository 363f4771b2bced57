package business;

import java.util.ArrayList;
import java.util.List;

/** A set of numbers as disjoint, ordered intervals. */
public class IntervalSet {
    public static final class Interval {
        private final int low;
        private final int high;

        public Interval(int low, int high) {
            if (low > high) {
                throw new IllegalArgumentException(low + " > " + high);
            }
            this.low = low;
            this.high = high;
        }

        public int getLow() {
            return low;
        }

        public int getHigh() {
            return high;
        }

        public boolean touches(Interval other) {
            return low <= (long) other.high + 1 && other.low <= (long) high + 1;
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Interval)) {
                return false;
            }
            Interval that = (Interval) other;
            return low == that.low && high == that.high;
        }

        @Override
        public int hashCode() {
            return 31 * low + high;
        }

        @Override
        public String toString() {
            return "[" + low + ", " + high + "]";
        }
    }

    private final List<Interval> intervals = new ArrayList<>();

    public void add(int low, int high) {
        Interval merged = new Interval(low, high);
        List<Interval> kept = new ArrayList<>();
        for (Interval interval : intervals) {
            if (interval.touches(merged)) {
                merged = new Interval(Math.min(interval.low, merged.low), Math.max(interval.high, merged.high));
            } else {
                kept.add(interval);
            }
        }
        int at = 0;
        while (at < kept.size() && kept.get(at).low < merged.low) {
            at++;
        }
        kept.add(at, merged);
        intervals.clear();
        intervals.addAll(kept);
    }

    public boolean contains(int number) {
        for (Interval interval : intervals) {
            if (number < interval.low) {
                return false;
            }
            if (number <= interval.high) {
                return true;
            }
        }
        return false;
    }

    public int count() {
        return intervals.size();
    }

    public long length() {
        long sum = 0;
        for (Interval interval : intervals) {
            sum += (long) interval.high - interval.low + 1;
        }
        return sum;
    }

    public Interval first() {
        return intervals.isEmpty() ? null : intervals.get(0);
    }
}
