/** References that may be the same, numbers that have nothing to do with each other, and calls. */
class Together {
    Together next;
    int v;

    static class Named extends Together {
        int w;
    }

    /** What is asked of x and of y is independent, but for what references do. */
    static int parts(Together a, Together b, int x, int y) {
        int way = 0;
        a.v = x;
        b.v = 2;
        if (a.v > 7) way += 1;
        if (y > 3) way += 2;
        if (a == b) way += 4;
        return way;
    }

    /** x and y meet only where a and b are the same. */
    static int meet(Together a, Together b, int x, int y) {
        a.v = x;
        if (b.v == y) return a == b ? 1 : 2;
        return 3;
    }

    static int kinds(Together a, Together b, int x) {
        if (a instanceof Named) {
            ((Named) a).w = x;
            return b instanceof Named && ((Named) b).w == 5 ? a == b ? 1 : 2 : 3;
        }
        return a == b ? 4 : x > 9 ? 5 : 6;
    }

    /** Walks that are left open with {@code --calls lazy}. */
    static int calls(Together a, Together b) {
        Together last = last(a);
        if (last == b) return 1;
        mark(a, 5);
        if (b.v == 5) return 2;
        return b.next == null ? 3 : 4;
    }

    private static Together last(Together from) {
        Together at = from;
        while (at.next != null && at.next != from) at = at.next;
        return at;
    }

    private static void mark(Together at, int value) {
        if (at.next == null) {
            at.v = value;
        } else {
            at.next.v = value;
        }
    }
}
