/** Abstract classes that nothing implements, and methods that not everybody may call. */
public class Shapes {
    /** Nothing implements it, and it holds nothing. */
    public abstract static class Shape {
        public abstract int area();

        protected abstract boolean isRound();

        public String size() {
            return area() > 100 ? "large" : isRound() ? "small and round" : "small";
        }
    }

    public static int compare(Shape one, Shape other) {
        return one.area() < other.area() ? -1 : one.isRound() ? 1 : 0;
    }

    protected static int twice(int value) {
        return value > 10 ? 2 * value : value;
    }

    static int thrice(int value) {
        return value > 20 ? 3 * value : value;
    }

    private static int never(int value) {
        return value;
    }
}
