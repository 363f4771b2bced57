package fin;

import korat.finitization.IFinitization;
import korat.finitization.impl.FinitizationFactory;

/** One mistake in each method. */
public class Bad {
    abstract static class Shape {
        int area;
    }

    static class Square extends Shape {
        Square() {
            if (area == 0) {
                throw new IllegalStateException("no area");
            }
        }
    }

    static class Circle extends Shape {}

    static class Dot extends Shape {}

    int size;
    static int made;
    Shape shape;
    int[] data;

    private static IFinitization f() {
        return FinitizationFactory.create(Bad.class);
    }

    static IFinitization noField(IFinitization f) {
        f.set("sise", f.createIntSet(1));
        return f;
    }

    static IFinitization noField() { return noField(f()); }

    static IFinitization noClass() {
        IFinitization f = f();
        f.set("Sqare.area", f.createIntSet(1));
        return f;
    }

    static IFinitization twice() {
        IFinitization f = f();
        f.set("size", f.createIntSet(1));
        f.set("size", f.createIntSet(2));
        return f;
    }

    static IFinitization aStatic() {
        IFinitization f = f();
        f.set("made", f.createIntSet(1));
        return f;
    }

    static IFinitization wrongType() {
        IFinitization f = f();
        f.set("size", f.createObjSet(Circle.class, 2));
        return f;
    }

    static IFinitization wrongNumbers() {
        IFinitization f = f();
        f.set("size", f.createDoubleSet(1, 2));
        return f;
    }

    static IFinitization tooLarge() {
        IFinitization f = f();
        f.set("size", f.createLongSet(1L << 40));
        return f;
    }

    static IFinitization empty() {
        IFinitization f = f();
        f.set("shape", f.createObjSet(Circle.class));
        return f;
    }

    static IFinitization nothing() {
        IFinitization f = f();
        f.set("shape", null);
        return f;
    }

    static IFinitization anAbstract() {
        IFinitization f = f();
        f.set("shape", f.createObjSet(Shape.class, 1));
        return f;
    }

    static IFinitization constructor() {
        IFinitization f = f();
        f.set("shape", f.createObjSet(Square.class, 1));
        return f;
    }

    static IFinitization step() {
        IFinitization f = f();
        f.set("size", f.createIntSet(0, 0, 3));
        return f;
    }

    static IFinitization negativeLength() {
        IFinitization f = f();
        f.set("data", f.createArraySet(int[].class, f.createIntSet(-1, 2), f.createIntSet(0), 1));
        return f;
    }

    static IFinitization fewArrays() {
        IFinitization f = f();
        f.set("data", f.createArraySet(int[].class, f.createIntSet(2), f.createIntSet(0), 0));
        return f;
    }

    static IFinitization inherited() {
        IFinitization f = f();
        f.createClassDomain(Dot.class, 1);
        f.set("shape", f.createObjSet(Circle.class, 2));
        f.set("Circle.area", f.createIntSet(3));
        return f;
    }

    static IFinitization noCollection() {
        IFinitization f = f();
        f.addAll("size", f.createObjSet(Circle.class, 2));
        return f;
    }

    static IFinitization early() {
        IFinitization f = f();
        f.createObjSet(Circle.class, 2).getAllObjects();
        return f;
    }

    static IFinitization foreign() {
        IFinitization f = f();
        f.set("shape", FinitizationFactory.create(Circle.class).createObjSet(Circle.class, 2));
        return f;
    }

    static IFinitization none() {
        return null;
    }

    static IFinitization another() {
        return FinitizationFactory.create(Circle.class);
    }

    static IFinitization forever() {
        while (true) {}
    }
}
