package made;
/** Setters and call-made objects together. */
public class Owner {
    /** Made of a number, and in use or not. */
    public static class Seat {
        private final int number;
        private Object user;
        public Seat(int number) { this.number = number; }
        public void take(Object by) {
            if (by == null) throw new IllegalArgumentException("nobody");
            user = by;
        }
    }

    private Chain items;
    private Owner partner;
    private Object tag;
    private int n;
    private Seat seat;
    public Owner() {}
    public void setItems(Chain c) { items = c; }
    public void setPartner(Owner p) { partner = p; }
    public void setTag(Object t) { tag = t; }
    public void setN(int k) { n = k; }
    public void setSeat(Seat s) { seat = s; }
    public static int seats(Owner a, Owner b) {
        if (a == null || b == null) return -1;
        if (a.seat == b.seat && a.seat != null) return a.seat.number > 3 ? 1 : 2;
        return b.seat == null ? 3 : 4;
    }
    public int judge(Owner other, Chain c) {
        if (other == null) return -1;
        if (items == other.items && items != null) return items.size() > 1 ? 1 : 2;
        if (partner == other) { other.n = 5; return partner.n == 5 ? 3 : 4; }
        if (other.partner == this && other.items == c && c != null) return 5;
        if (tag == other && tag != null) return 6;
        if (tag == c && c != null) return c.indexOf(3) == 0 ? 7 : 8;
        return 0;
    }
}
