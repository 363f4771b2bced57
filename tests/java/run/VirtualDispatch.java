// Overriding across three levels, calls from constructors, final and private methods, field hiding.
public class VirtualDispatch {
    static class A {
        String name = "A.name";

        A() {
            System.out.println("A() sees " + who());
        }

        String who() { return "A"; }
        String twice() { return who() + who(); }
        private String secret() { return "A.secret"; }
        String callSecret() { return secret(); }
        static String kind() { return "A.kind"; }
        final String fixed() { return "fixed by " + who(); }
        Object make() { return "A.make"; }
    }

    static class B extends A {
        String name = "B.name";
        int value = 5;

        B() {
            System.out.println("B() sees " + who());
        }

        @Override String who() { return "B" + value; }
        private String secret() { return "B.secret"; }
        static String kind() { return "B.kind"; }
        String both() { return name + " " + super.name + " " + super.who() + " " + ((A) this).name; }
        @Override String make() { return "B.make"; }
    }

    static class C extends B {
        @Override String who() { return "C(" + super.who() + ")"; }
        @Override String twice() { return "[" + super.twice() + "]"; }
    }

    static abstract class Shape {
        abstract double area();

        String describe() {
            return getClass().getSimpleName() + " of area " + area();
        }
    }

    static class Square extends Shape {
        final double side;
        Square(double side) { this.side = side; }
        @Override double area() { return side * side; }
    }

    static class Circle extends Shape {
        final double radius;
        Circle(double radius) { this.radius = radius; }
        @Override double area() { return 3 * radius * radius; }
        @Override String describe() { return "round " + super.describe(); }
    }

    public static void main(String[] args) {
        A[] all = {new A(), new B(), new C()};
        for (A a : all) {
            System.out.println(a.who() + " " + a.twice() + " " + a.callSecret() + " " + a.fixed() + " " + a.name + " " + a.make());
        }
        System.out.println(((B) all[2]).both() + " " + A.kind() + " " + B.kind() + " " + C.kind());
        double total = 0;
        for (Shape s : new Shape[] {new Square(2), new Circle(1.5), new Square(0.5)}) {
            System.out.println(s.describe());
            total += s.area();
        }
        System.out.println(total);
    }
}
