package made;
/** Made by its constructor alone, shared by others. */
public final class Link {
    private final int weight;
    private final Link rest;
    public Link(int weight, Link rest) { this.weight = weight; this.rest = rest; }
    public Link(int weight) { this(weight, null); }
    public int total() { int sum = 0; for (Link l = this; l != null; l = l.rest) sum += l.weight; return sum; }
    public boolean shares(Link other) {
        for (Link a = this; a != null; a = a.rest) for (Link b = other; b != null; b = b.rest) if (a == b) return true;
        return false;
    }
    static int pick(Link a, Link b, Link c) {
        if (a == null || b == null) return -1;
        if (a == b) return 1;
        if (a.rest == b) return 2;
        if (b.rest == c && c != null) return a.rest == c ? 3 : 4;
        return 0;
    }
}
