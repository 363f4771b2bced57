/** Calls whose cases depend on objects (the second form of the thesis on PET). */
class Foos {
    int a;
    int b;
    Foos next;

    static int abs(int x) {
        return x >= 0 ? x : -x;
    }

    static int m(Foos x) {
        if (x != null) {
            if (x.a > 0) {
                return x.a;
            }
            return x.b;
        }
        return -1;
    }

    static int comp(Foos x) throws Exception {
        if (x != null) {
            return m(x);
        }
        throw new Exception();
    }

    static int q(Foos x, Foos y) {
        if (x != null) {
            if (x.next != null && x.next.next != null && x.next.next.a != 0) {
                return x.next.next.a;
            }
            return 1;
        } else if (y != null && y.next != null && y.next.a != 0) {
            return abs(y.next.a);
        }
        return 2;
    }

    static int r(Foos x, Foos y, Foos z, Foos w) {
        int sum = 0;
        Foos[] all = new Foos[] {x, y, z};
        for (int i = 0; i < all.length; i++) {
            sum = sum + q(all[i], w);
        }
        return sum;
    }
}
