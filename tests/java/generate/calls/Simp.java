/** A fraction, and fractions in an array. */
class Simp {
    int n;
    int d;

    void simplify() {
        int gcd = Numbers.gcd(n, d);
        n = n / gcd;
        d = d / gcd;
    }

    Simp[] simp(Simp[] rs) {
        int length = rs.length;
        Simp[] old = new Simp[length];
        System.arraycopy(rs, 0, old, 0, length);
        for (int i = 0; i < length; i++) {
            rs[i].simplify();
        }
        return old;
    }

    /** The same with a divisor that is found in two rounds. */
    void simplifyInTwo() {
        int gcd = Numbers.gcdInTwo(n, d);
        if (gcd != 0) {
            n = n / gcd;
            d = d / gcd;
        }
    }

    static void three(Simp a, Simp b, Simp c) {
        a.simplifyInTwo();
        b.simplifyInTwo();
        c.simplifyInTwo();
    }

    static boolean areThree(Simp a, Simp b, Simp c) {
        return a != null && b != null && c != null;
    }
}

class Numbers {
    static int abs(int x) {
        if (x >= 0) {
            return x;
        } else {
            return -x;
        }
    }

    static int gcd(int a, int b) {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return abs(a);
    }

    static int gcdInTwo(int x, int y) {
        if (x == 0) {
            return abs(y);
        }
        int i = 0;
        while (y != 0 && i < 2) {
            if (x > y) {
                x = x - y;
            } else {
                y = y - x;
            }
            i++;
        }
        return abs(x);
    }
}

/** What stands for native code. */
class Copies {
    static void copy(Object from, int at, Object to, int place, int count) {
        if (count < 0) {
            throw new ArrayIndexOutOfBoundsException("count");
        }
        if (count == 0) {
            return;
        }
        Object[] source = (Object[]) from;
        Object[] target = (Object[]) to;
        for (int i = 0; i < count; i++) {
            target[place + i] = source[at + i];
        }
    }

    /** Leads back to what it should stand for. */
    static void circular(Object from, int at, Object to, int place, int count) {
        System.arraycopy(from, at, to, place, count);
    }

    static void fits(int[] nothing) {
    }
}
