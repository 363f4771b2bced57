// Virtual and interface calls on receivers of four classes.
public class VirtualCalls {
    interface Scaled {
        int scale(int x);
    }

    static abstract class Shape implements Scaled {
        abstract int area(int n);

        int twice(int n) {
            return area(n) + area(n + 1);
        }
    }

    static final class Square extends Shape {
        @Override int area(int n) { return n * n; }
        @Override public int scale(int x) { return x + 1; }
    }

    static final class Strip extends Shape {
        @Override int area(int n) { return n; }
        @Override public int scale(int x) { return x ^ 5; }
    }

    static class Triangle extends Shape {
        @Override int area(int n) { return n * (n + 1) / 2; }
        @Override public int scale(int x) { return x * 3; }
    }

    static final class Double extends Triangle {
        @Override int area(int n) { return 2 * super.area(n); }
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3_000_000;
        Shape[] shapes = {new Square(), new Strip(), new Triangle(), new Double()};
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            Shape s = shapes[i & 3];
            sum += s.twice(i & 1023);
            Scaled scaled = shapes[sum & 3];
            sum = scaled.scale(sum);
        }
        System.out.println(sum);
    }
}
