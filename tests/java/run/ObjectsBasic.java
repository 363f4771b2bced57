// Constructors, chaining, overloads, this, instance initializers, toString through concatenation.
public class ObjectsBasic {
    static class Point {
        final int x;
        final int y;
        static int made;
        String log;

        {
            log = "init;";
            made++;
        }

        Point(int x, int y) {
            this.x = x;
            this.y = y;
            log += "xy;";
        }

        Point(int both) {
            this(both, both);
            log += "both;";
        }

        Point() {
            this(7);
            log += "none;";
        }

        {
            log += "second;";
        }

        Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }

        @Override
        public String toString() {
            return "(" + x + ", " + y + ")";
        }
    }

    static class Named extends Point {
        private String name = "unnamed";

        Named(String name) {
            super(name.length(), -1);
            log += "named(" + this.name + ");";
            this.name = name;
        }

        @Override
        public String toString() {
            return name + super.toString();
        }
    }

    public static void main(String[] args) {
        Point p = new Point();
        Point q = new Point(1, 2);
        System.out.println(p + " " + q + " " + p.plus(q) + " " + p.log);
        Named n = new Named("abc");
        Point up = n;
        System.out.println(up + " " + up.log + " " + Point.made + " " + up.plus(q));
        System.out.println(n.equals(up) + " " + p.equals(q) + " " + (n.hashCode() == up.hashCode()));
        System.out.println(n.getClass().getName() + " " + up.getClass().getSimpleName() + " " + (n.getClass() == Named.class));
    }
}
