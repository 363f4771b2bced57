// java.util.Objects and the four Optional classes.
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

public class ObjectsOptional {
    static Optional<Integer> parse(String s) {
        try {
            return Optional.of(Integer.parseInt(s));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    public static void main(String[] args) {
        System.out.println(Objects.equals(null, null) + " " + Objects.equals("a", null) + " " + Objects.equals("a", "a") + " " + Objects.hash(1, "x", null) + " " + Objects.hashCode(null) + " " + Objects.toString(null) + " " + Objects.toString(null, "default") + " " + Objects.isNull(null) + " " + Objects.nonNull(1) + " " + Objects.requireNonNullElse(null, "else") + " " + Objects.compare("a", "b", String::compareTo) + " " + Objects.deepEquals(new int[] {1}, new int[] {1}));
        System.out.println(parse("12") + " " + parse("x") + " " + parse("12").map(n -> n * 2) + " " + parse("x").map(n -> n * 2).isPresent());
        System.out.println(parse("5").filter(n -> n > 3).orElse(-1) + " " + parse("2").filter(n -> n > 3).orElse(-1) + " " + parse("z").orElseGet(() -> 99) + " " + parse("7").flatMap(n -> parse(n + "0")).get());
        parse("3").ifPresent(n -> System.out.println("present " + n));
        parse("q").ifPresentOrElse(n -> System.out.println("present " + n), () -> System.out.println("absent"));
        System.out.println(parse("x").or(() -> Optional.of(1)) + " " + parse("1").stream().count() + " " + parse("1").isEmpty() + " " + Optional.ofNullable(null) + " " + parse("1").equals(Optional.of(1)) + " " + parse("1").hashCode());
        try {
            parse("x").orElseThrow();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            parse("x").orElseThrow(() -> new IllegalArgumentException("custom"));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(OptionalInt.of(3) + " " + OptionalInt.empty() + " " + OptionalLong.of(4).getAsLong() + " " + OptionalDouble.of(1.5) + " " + OptionalDouble.empty().orElse(2.5) + " " + OptionalInt.of(3).equals(OptionalInt.of(3)));
        Optional<List<String>> nested = Optional.of(List.of("a", "b"));
        System.out.println(nested + " " + nested.map(List::size).get());
    }
}
