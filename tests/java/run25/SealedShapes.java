// Exhaustive switches over sealed hierarchies, with generic and enum members; a missing case needs no default.
import java.util.List;
import java.util.stream.Collectors;

public class SealedShapes {
    sealed interface Shape { }
    record Circle(double radius) implements Shape { }
    record Rectangle(double width, double height) implements Shape { }
    sealed static abstract class Polygon implements Shape permits Triangle, Regular {
        abstract int sides();
    }
    static final class Triangle extends Polygon {
        @Override int sides() { return 3; }
    }
    static non-sealed class Regular extends Polygon {
        final int n;
        Regular(int n) { this.n = n; }
        @Override int sides() { return n; }
    }
    static class Hexagon extends Regular {
        Hexagon() { super(6); }
    }
    enum Dot implements Shape { SMALL, LARGE }

    static double area(Shape s) {
        return switch (s) {
            case Circle(var r) -> 3 * r * r;
            case Rectangle(double w, double h) when w == h -> w * w;
            case Rectangle(double w, double h) -> w * h;
            case Hexagon _ -> 6.5;
            case Polygon p -> p.sides();
            case Dot.SMALL -> 0.1;
            case Dot.LARGE -> 0.2;
        };
    }

    sealed interface Option<T> {
        record Some<T>(T value) implements Option<T> { }
        record None<T>() implements Option<T> { }

        default <R> Option<R> map(java.util.function.Function<T, R> f) {
            return switch (this) {
                case Some<T>(var v) -> new Some<>(f.apply(v));
                case None<T>() -> new None<>();
            };
        }
    }

    public static void main(String[] args) {
        for (Shape s : List.of(new Circle(2), new Rectangle(3, 3), new Rectangle(3, 4), new Triangle(), new Regular(5), new Hexagon(), Dot.SMALL, Dot.LARGE)) {
            System.out.println(s.getClass().getSimpleName() + " " + area(s));
        }
        Option<String> some = new Option.Some<>("text");
        Option<String> none = new Option.None<>();
        System.out.println(some.map(String::length) + " " + none.map(String::length));
        System.out.println(List.of(some, none, some.map(x -> x + "!")).stream().map(o -> switch (o) {
            case Option.Some(var v) -> v;
            case Option.None() -> "-";
        }).collect(Collectors.joining(",")));
    }
}
