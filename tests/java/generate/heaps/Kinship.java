/** References to objects of classes that have different fields in the same place. What cannot be returns 99. */
public class Kinship {
    static abstract class Animal { int age; Animal friend; abstract int sound(); int legs() { return 4; } }
    static class Cat extends Animal { int lives; Cat mother; int sound() { return lives > 3 ? 1 : 2; } }
    static class Dog extends Animal {
        Animal prey;
        int teeth;
        int sound() { return prey == null ? 3 : 4; }
        int legs() { return teeth == 3 ? 3 : 4; }
    }
    static class Puppy extends Dog { long weight; int sound() { return 5; } }
    interface Holder { Object held(); }
    static class Bag implements Holder { Object thing; public Object held() { return thing; } }
    static class Pair implements Holder { int n; Holder left, right; public Object held() { return left; } }
    static final class Cell<T> { T value; Cell<T> link; }

    public static int prey(Animal a, Dog d) {
        if (a == null || d == null) return -1;
        d.prey = a;
        int s = a.sound();
        if (s == 4) return a == d ? 1 : 2;
        if (s == 3) return a == d ? 99 : 3;
        return 4;
    }

    public static int lives(Animal a, Cat c) {
        if (a == null || c == null) return -1;
        c.lives = 9;
        c.mother = null;
        if (a instanceof Dog) return ((Dog) a).prey == c ? 1 : 2;
        if (a == c) return a.sound() == 1 ? 3 : 99;
        return 4;
    }

    public static int twoCats(Animal a, Animal b) {
        if (!(a instanceof Cat) || !(b instanceof Cat)) return -1;
        Cat x = (Cat) a, y = (Cat) b;
        x.lives = 1;
        y.lives = 2;
        x.mother = y;
        if (y.mother == y) return a == b ? 1 : 2;
        return x.lives == 1 ? 3 : 99;
    }

    public static int friends(Animal a, Animal b) {
        if (a == null || b == null) return -1;
        a.friend = b;
        if (a.friend.friend == b) return a == b ? 1 : 2;
        return b.friend instanceof Puppy ? 3 : 4;
    }

    public static int dogAndPuppy(Dog d, Puppy p) {
        if (d == null || p == null) return -1;
        p.weight = 5;
        d.teeth = 3;
        if (p.legs() == 3) return d == p ? 1 : 2;
        return d instanceof Puppy ? 3 : 4;
    }

    public static int wideAndNarrow(Object o, Animal a, Dog d) {
        if (a == null || d == null) return -1;
        if (o == a && o == d) {
            d.teeth = 1;
            return ((Dog) a).teeth == 1 ? 1 : 99;
        }
        if (o == a) return a instanceof Cat ? 2 : 3;
        if (o == d) return 4;
        return 5;
    }

    public static int holders(Holder h, Bag b, Pair p) {
        if (h == null || b == null || p == null) return -1;
        b.thing = p;
        p.left = b;
        Object o = h.held();
        if (o == p) return h == b ? 1 : 2;
        if (o == b) return h == p ? 3 : 4;
        return o == null ? 5 : 6;
    }

    public static int pairs(Pair p, Pair q) {
        if (p == null || q == null) return -1;
        p.n = 1;
        q.n = 2;
        p.left = q;
        q.right = p;
        if (p.left == p.right) return p == q ? 1 : 2;
        return p.n == 1 ? 3 : 99;
    }

    public static int boxesInCells(Cell<Integer> c, Cell<Integer> d) {
        if (c == null || d == null) return -1;
        c.value = 3;
        if (d.value == null) return 1;
        d.value = d.value + 1;
        return c.value == 4 ? (c == d ? 2 : 99) : 3;
    }

    public static int cellsInCells(Cell<Cell<String>> c, Cell<String> s) {
        if (c == null || s == null || c.value == null) return -1;
        s.value = "q";
        if (c.value == s) return c.value.value.equals("q") ? 1 : 99;
        return c.value.value == null ? 2 : 3;
    }

    public static int arrayOfKinds(Animal[] as, Dog d) {
        if (as == null || as.length != 2 || d == null) return -1;
        try {
            as[0] = d;
        } catch (ArrayStoreException e) {
            return as instanceof Cat[] ? 1 : 2;
        }
        if (as[1] == d) return 3;
        if (as[1] == null) return 4;
        as[1].age = 1;
        d.age = 2;
        return as[1].age == 1 ? 5 : 99;
    }

    public static int eachOther(Dog a, Animal b) {
        if (a == null || b == null) return -1;
        a.prey = b;
        b.friend = a;
        Animal x = a.prey.friend;
        if (x == b) return a == b ? 1 : 99;
        return x == a ? 2 : 99;
    }

    public static int threeInARow(Animal a) {
        if (a == null || a.friend == null || a.friend.friend == null) return -1;
        a.age = 1;
        a.friend.age = 2;
        a.friend.friend.age = 3;
        if (a.age == 3) return a == a.friend ? 1 : 2;
        if (a.age == 2) return 3;
        return a.friend.age == 3 ? 4 : 5;
    }

    public static int mothers(Cat c) {
        int n = 0;
        while (c != null && n < 3) {
            if (c.mother == c) return 20;
            Cat m = c.mother;
            c.mother = null;
            c = m;
            n++;
        }
        return n;
    }

    public static int twiceHeard(Animal a, Animal b) {
        if (a == null || b == null) return -1;
        int s = a.sound();
        if (b instanceof Dog) {
            ((Dog) b).prey = a;
        } else ((Cat) b).lives = 10;
        int t = a.sound();
        if (s != t) return a == b ? s : 99;
        return 10;
    }

    public static int inside(Holder h) {
        if (h instanceof Pair) {
            Pair p = (Pair) h;
            if (p.left instanceof Pair) {
                 Pair q = (Pair) p.left;
                q.n = 3;
                p.n = 4;
                return q.n == 4 ? 1 : 2;
            }
            if (p.left instanceof Bag) {
                 ((Bag) p.left).thing = h;
                return 3;
            }
            return 4;
        }
        return h == null ? 5 : 6;
    }

    public static int bags(Bag a, Bag b) {
        if (a == null || b == null) return -1;
        a.thing = b;
        b.thing = "t";
        if (a.thing == b) return 1;
        return a.thing instanceof String ? 2 : 99;
    }

    public static int arraysInCells(Cell<int[]> c, int[] x) {
        if (c == null || x == null || c.value == null || x.length == 0 || c.value.length == 0) return -1;
        c.value[0] = 1;
        x[0] = 2;
        if (c.value[0] == 2) return c.value == x ? 1 : 99;
        return 2;
    }

    public static int threeTypes(Puppy p, Animal a, Dog d) {
        if (p == null || a == null || d == null) return -1;
        if (a == d && d == p) return 1;
        if (a == p) {
            a.age = 3;
            p.age = 4;
            d.age = 5;
            return a.age == 4 ? 2 : 99;
        }
        if (d == p) return a instanceof Puppy ? 3 : 4;
        return a == d ? 5 : 6;
    }

    public static int chosenByCall(Animal a, Animal b, Animal c) {
        if (a == null || b == null || c == null) return -1;
        Animal k = a.sound() > 2 ? b : c;
        k.friend = a;
        if (b.friend == a) return c.friend == a ? 1 : 2;
        return c.friend == a ? 3 : 99;
    }

    public static int elementCalls(Dog[] ds, Animal a) {
        if (ds == null || ds.length < 1 || ds[0] == null || a == null) return -1;
        ds[0].teeth = 3;
        if (a.legs() == 3) return a == ds[0] ? 1 : 2;
        return a instanceof Dog ? 3 : 4;
    }

    public static int twoObjects(Object a, Object b) {
        if (a instanceof Cat && b instanceof Animal) {
            ((Cat) a).age = 1;
            ((Animal) b).age = 2;
            return ((Cat) a).age == 2 ? 1 : 2;
        }
        if (a instanceof Bag && b == a) return 3;
        return a == b ? 4 : 5;
    }

    public static int pairsInALoop(Pair p) {
        int n = 0;
        Holder h = p;
        while (h instanceof Pair && n < 3) {
            Pair q = (Pair) h;
            if (q.n == 7) return n;
            q.n = 7;
            h = q.left;
            n++;
        }
        return n == 3 ? 10 : (h == null ? 11 : 12);
    }

    public static int maybeFriend(Animal a, Cat c) {
        Animal f = a == null ? c : a.friend;
        if (f == null) return 0;
        f.age = 1;
        if (c != null) c.age = 2;
        return f.age == 2 ? (f == c ? 1 : 99) : 2;
    }
}
