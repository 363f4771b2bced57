package subjects;

/** Interfaces with several implementations, and abstract classes. */
public final class Shapes {
    private Shapes() {}

    /** A shape. */
    public interface Shape {
        int area();

        default boolean isEmpty() {
            return area() == 0;
        }
    }

    /** A square. */
    public static class Square implements Shape {
        int side;

        @Override
        public int area() {
            return side * side;
        }
    }

    /** A rectangle. */
    public static class Box implements Shape {
        int width;
        int height;

        @Override
        public int area() {
            return width * height;
        }

        @Override
        public boolean isEmpty() {
            return width == 0 || height == 0;
        }
    }

    /** A cube seen from above. */
    public static class Cube extends Square {
        int tall;

        @Override
        public int area() {
            return tall > 0 ? super.area() : 0;
        }
    }

    public static boolean larger(Shape a, Shape b) {
        return a.area() > b.area();
    }

    public static int empty(Shape s) {
        return s.isEmpty() ? 1 : 0;
    }

    public static String kind(Shape s) {
        if (s instanceof Cube) {
            return "cube";
        }
        if (s instanceof Square square) {
            return square.side < 0 ? "odd square" : "square";
        }
        return s == null ? "nothing" : "other";
    }

    public static int side(Object o) {
        return ((Square) o).side;
    }

    public static int sum(Shape[] all) {
        int sum = 0;
        for (Shape shape : all) {
            sum += shape.area();
        }
        return sum;
    }
}
