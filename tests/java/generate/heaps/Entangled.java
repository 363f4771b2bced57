/** References that may be the same in devious ways. What cannot be returns 98 or more. */
public class Entangled {
    static class Node { int v; Node next; Node other; int[] data; Object any; String name; Integer box; Node[] kids; }
    static class Leaf extends Node { int w; }
    static class Twig extends Node { Leaf leaf; int w2; }
    interface Shape { int kind(); }
    static class Dot implements Shape { int k; public int kind() { return k > 0 ? 1 : 2; } }
    static class Box implements Shape { Shape in; public int kind() { return in == null ? 3 : 4; } }
    static Node shared; static int counter;

    /** Aliases through arrays. */
    public static int elements(int[] a, int[] b, int i, int j) {
        if (a == null || b == null || i < 0 || j < 0 || i >= a.length || j >= b.length) return -1;
        a[i] = 1;
        b[j] = 2;
        return a[i] == 2 ? 1 : 0;
    }

    /** Arrays of arrays. */
    public static int rows(int[][] m, int i, int j) {
        if (m == null || i < 0 || j < 0 || i >= m.length || j >= m.length) return -1;
        if (m[i] == null || m[j] == null || m[i].length < 1 || m[j].length < 1) return -2;
        m[i][0] = 7;
        m[j][0] = 8;
        return m[i][0] == 8 ? (i == j ? 1 : 2) : 3;
    }

    /** Elements and references. */
    public static int elementsAndReferences(Node[] a, Node x) {
        if (a == null || a.length < 2 || x == null) return -1;
        a[0] = x;
        if (a[1] == null) return -2;
        a[1].v = 5;
        return x.v == 5 ? (a[1] == x ? 1 : 2) : 3;
    }

    /** Arraycopy with open arrays. */
    public static int copied(int[] a, int[] b) {
        if (a == null || b == null || a.length < 3 || b.length < 3) return -1;
        a[0] = 10;
        a[1] = 11;
        a[2] = 12;
        b[0] = 20;
        System.arraycopy(a, 0, b, 1, 2);
        if (b[1] == 20) return 1;
        if (b[1] == 10 && b[2] == 11) return 2;
        return 3;
    }

    /** Instanceof and cast. */
    public static int anythingCast(Object o, Node n) {
        if (!(o instanceof Leaf)) return o == n ? (n == null ? 0 : 1) : 2;
        Leaf l = (Leaf) o;
        l.w = 4;
        if (n == l) return n.v == 3 ? 3 : 4;
        return n instanceof Twig ? 5 : 6;
    }

    /** Classes that two share. */
    public static int siblings(Node a, Node b) {
        if (a instanceof Leaf && b instanceof Twig) return a == b ? 99 : 1;
        if (a instanceof Leaf) {
            ((Leaf) a).w = 3;
            if (b instanceof Leaf && ((Leaf) b).w == 3) return a == b ? 2 : 3;
            return 4;
        }
        return 5;
    }

    /** Interface calls. */
    public static int interfaceCall(Shape s, Dot d) {
        if (s == null || d == null) return -1;
        d.k = 1;
        int k = s.kind();
        if (k == 2) return s == d ? 99 : 1;
        if (k == 1) return s == d ? 2 : 3;
        return 4;
    }

    /** Swap of fields through two names. */
    public static int swapped(Node a, Node b) {
        if (a == null || b == null) return -1;
        Node t = a.next;
        a.next = b.next;
        b.next = t;
        if (a == b) return a.next == t ? 1 : 99;
        return b.next == t ? 2 : 99;
    }

    /** Cycles. */
    public static int cycles(Node a) {
        if (a == null || a.next == null || a.next.next == null) return -1;
        if (a.next.next == a) return a.next == a ? 1 : 2;
        return a.next.next == a.next ? 3 : 4;
    }

    /** Strings in fields. */
    public static int texts(Node a, Node b) {
        if (a == null || b == null) return -1;
        a.name = "x";
        b.name = "yy";
        return a.name.length() == 2 ? (a == b ? 1 : 99) : 2;
    }

    /** Boxes in fields. */
    public static int boxes(Node a, Node b) {
        if (a == null || b == null || b.box == null) return -1;
        a.box = 5;
        if (b.box == 5) return a == b ? 1 : 2;
        return 3;
    }

    /** Statics. */
    public static int statics(Node a) {
        if (a == null || shared == null) return -1;
        a.v = 1;
        shared.v = 2;
        counter++;
        if (a.v == 2) return a == shared ? 1 : 99;
        return 2;
    }

    /** Allocated, stored, read back through another name. */
    public static int storedAndReadBack(Node a, Node b) {
        if (a == null || b == null) return -1;
        Node n = new Node();
        n.v = 9;
        a.next = n;
        b.other = a.next;
        if (b.next == n) {
            b.next.v = 10;
            return a.next.v == 10 ? (a == b ? 1 : 99) : 99;
        }
        return b.other == n ? 2 : 99;
    }

    /** Loops over open lists. */
    public static int list(Node a, int k) {
        int n = 0;
        for (Node x = a; x != null && n < 3; x = x.next) {
            if (x.v == k) return n;
            x.v = k;
            n++;
        }
        return n == 3 ? 10 : 11;
    }

    /** Chains of writes. */
    public static int chain(Node a, Node b, Node c) {
        if (a == null || b == null || c == null) return -1;
        a.next = b;
        b.next = c;
        c.next = a;
        if (a.next == c) return b == c ? 1 : (a == b ? 2 : (a == c ? 3 : 99));
        return 4;
    }

    /** A field of a field. */
    public static int fieldOfField(Node a, Node b) {
        if (a == null || b == null || a.next == null) return -1;
        a.next.other = b;
        b.next = null;
        if (a.next == null) return a == b ? 1 : 99;
        return a.next.other == b ? 2 : 99;
    }

    /** Any object. */
    public static int anything(Node a, Object o) {
        if (a == null) return -1;
        a.any = o;
        if (a.any == a) return 1;
        if (a.any instanceof int[]) return ((int[]) o).length > 2 ? 2 : 3;
        return o == null ? 4 : 5;
    }

    /** Array in a field. */
    public static int arrayInField(Node a, int[] d) {
        if (a == null || a.data == null || d == null || d.length < 1) return -1;
        d[0] = 3;
        if (a.data == d) return a.data[0] == 3 ? 1 : 99;
        return a.data.length == 0 ? 2 : (a.data[0] == 3 ? 3 : 4);
    }

    /** A guarded write. */
    public static int eitherWritten(Node a, Node b, boolean c) {
        if (a == null || b == null) return -1;
        Node x = c ? a : b;
        x.v = 1;
        a.v += 1;
        if (b.v == 2) return 1;
        if (b.v == 1) return c ? 2 : 3;
        return 4;
    }

    /** Elements of references, undecided places. */
    public static int elementsSwapped(Node[] k, int i, int j) {
        if (k == null || i < 0 || j < 0 || i >= k.length || j >= k.length || k.length > 2) return -1;
        Node t = k[i];
        k[i] = k[j];
        k[j] = t;
        if (k[i] == k[j]) return i == j ? 1 : 2;
        return t == null ? 3 : 4;
    }

    /** Narrower fields. */
    public static int narrowerFields(Twig t, Leaf l) {
        if (t == null || l == null) return -1;
        t.leaf = l;
        l.w = 1;
        t.w2 = 2;
        if (t.next == l) return 1;
        if (t.next == t) return 2;
        return t.next == null ? 3 : 4;
    }

    /** Overwritten before read. */
    public static int overwritten(Node a, Node b) {
        if (a == null || b == null) return -1;
        b.v = 1;
        a.v = 2;
        b.v = 3;
        if (a.v == 3) return 1;
        if (a.v == 2) return 2;
        return 99;
    }

    /** Null by one name. */
    public static int nullByOneName(Node a, Node b) {
        if (a == null || b == null) return -1;
        a.next = null;
        try {
            b.next.v = 1;
            return 1;
        } catch (NullPointerException e) {
            return a == b ? 2 : 3;
        }
    }

    /** Array store. */
    public static int arrayStore(Object[] os, String s) {
        if (os == null || os.length < 1) return -1;
        try {
            os[0] = s;
            return os[0] == s ? 1 : 99;
        } catch (ArrayStoreException e) {
            return 2;
        }
    }

    /** Hash of identity through equals. */
    public static int equal(Node a, Node b) {
        if (a == null) return -1;
        return a.equals(b) ? 1 : 2;
    }

    /** Synchronized. */
    public static int locked(Node a, Node b) {
        if (a == null || b == null) return -1;
        synchronized (a) {
            b.v = 4;
            if (a.v == 4) return a == b ? 1 : 2;
            return 3;
        }
    }

    /** Clone. */
    public static int cloned(int[] a, int[] b) {
        if (a == null || b == null || a.length < 1 || b.length < 1) return -1;
        int[] c = a.clone();
        b[0] = 5;
        a[0] = 6;
        if (c[0] == 5) return a == b ? 4 : 1;
        return b[0] == 6 ? 2 : 3;
    }

    /** Recursion. */
    public static int recursive(Node a, Node b) {
        return walk(a, b, 2);
    }

    static int walk(Node a, Node b, int n) {
        if (n == 0 || a == null) return n;
        if (a == b) return 10 + n;
        a.other = b;
        return walk(a.next, b, n - 1);
    }

    /** Nested interfaces. */
    public static int nested(Box x, Box y) {
        if (x == null || y == null) return -1;
        x.in = y;
        if (y.in == null) return x == y ? 99 : 1;
        if (y.in == x) return x == y ? 2 : 3;
        return y.in instanceof Dot ? 4 : 5;
    }

    /** Arrays that cannot be the same. */
    public static int neverTheSame(long[] a, int[] b) {
        if (a == null || b == null || a.length < 1 || b.length < 1) return -1;
        a[0] = 1;
        b[0] = 2;
        return a[0] == 1 ? ((Object) a == (Object) b ? 98 : 1) : 99;
    }

    /** Kids. */
    public static int arraysInFields(Node a, Node b) {
        if (a == null || b == null || a.kids == null || b.kids == null) return -1;
        if (a.kids.length != 1 || b.kids.length != 1) return -2;
        a.kids[0] = b;
        b.kids[0] = null;
        if (a.kids[0] == null) return a == b ? 1 : (a.kids == b.kids ? 2 : 99);
        return 3;
    }

    /** Three, and what is between. */
    public static int threeOfThem(Node a, Node b, Node c) {
        if (a == null || b == null || c == null) return -1;
        if (a == b) {
            if (b == c) return 1;
            c.v = 1;
            a.v = 2;
            return c.v == 1 ? 2 : 99;
        }
        if (b != c && a != c) {
            a.v = 1;
            b.v = 2;
            c.v = 3;
            return a.v + b.v + c.v == 6 ? 3 : 99;
        }
        return a == c ? 4 : 5;
    }

    /** An open one thrown away and found again. */
    public static int foundAgain(Node a, Object o) {
        if (a == null) return -1;
        Node k = a.next;
        a.next = new Node();
        if (k == null) return 1;
        if (o == k) return k == a ? 2 : 3;
        return a.next == k ? 99 : 4;
    }
}
