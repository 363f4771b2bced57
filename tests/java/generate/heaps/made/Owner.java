package made;
/** Setters and call-made objects together. */
public class Owner {
    private Chain items; private Owner partner; private Object tag; private int n;
    public Owner() {}
    public void setItems(Chain c) { items = c; }
    public void setPartner(Owner p) { partner = p; }
    public void setTag(Object t) { tag = t; }
    public void setN(int k) { n = k; }
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
