/** References of a wide type that may be the same as one of a narrower type, whichever is looked at first. */
class Wide {
    int v;

    static int wideFirst(Object o, Wide a) {
        if (!(o instanceof Wide)) return 0;
        return o == a ? 1 : 2;
    }

    static int writtenLater(Object o, Wide a) {
        if (!(o instanceof Wide)) return 0;
        ((Wide) o).v = 1;
        a.v = 5;
        return ((Wide) o).v == 5 ? 1 : o == a ? 2 : 3;
    }

    static int narrowFirst(Object o, Wide a) {
        if (a == null) return 0;
        a.v = 3;
        return o == a ? 1 : 2;
    }
}
