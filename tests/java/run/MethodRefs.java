// Method references: static, bound, unbound, constructor, array constructor, super, varargs, boxing adaptations.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

public class MethodRefs {
    static class Base {
        String hello(String who) {
            return "base " + who;
        }
    }

    static class Derived extends Base {
        @Override
        String hello(String who) {
            Function<String, String> up = super::hello;
            Function<String, String> own = this::greet;
            return up.apply(who) + "/" + own.apply(who);
        }

        private String greet(String who) {
            return "derived " + who;
        }
    }

    record Person(String name, int age) {
        Person(String name) {
            this(name, name.length());
        }
    }

    static int sum(int... xs) {
        return Arrays.stream(xs).sum();
    }

    interface Three {
        int apply(int a, int b, int c);
    }

    interface Factory<T> {
        T make(String name);
    }

    static Object evaluated() {
        System.out.println("receiver evaluated once");
        return "receiver";
    }

    public static void main(String[] args) {
        Function<String, Integer> parse = Integer::parseInt;
        System.out.println(parse.apply("42") + 1);
        String prefix = "pre";
        UnaryOperator<String> bound = prefix::concat;
        System.out.println(bound.apply("fix"));
        Function<String, String> unbound = String::toUpperCase;
        BiFunction<String, String, Boolean> starts = String::startsWith;
        System.out.println(unbound.apply("shout") + " " + starts.apply("hello", "he"));
        Function<String, Person> constructor = Person::new;
        BiFunction<String, Integer, Person> full = Person::new;
        Factory<StringBuilder> builder = StringBuilder::new;
        System.out.println(constructor.apply("Ann") + " " + full.apply("Bob", 50) + " " + builder.make("sb").reverse());
        IntFunction<int[]> array = int[]::new;
        Function<Integer, String[][]> grid = String[][]::new;
        System.out.println(array.apply(3).length + " " + grid.apply(2).length);
        System.out.println(new Derived().hello("x"));
        Three varargs = MethodRefs::sum;
        System.out.println(varargs.apply(1, 2, 3));
        ToIntFunction<Person> age = Person::age;
        ToLongFunction<Person> widened = Person::age;
        Function<Person, Object> boxed = Person::age;
        Person p = new Person("Cid", 7);
        System.out.println(age.applyAsInt(p) + " " + widened.applyAsLong(p) + " " + boxed.apply(p));
        Supplier<String> s = evaluated()::toString;
        System.out.println(s.get() + s.get());
        List<Person> people = new ArrayList<>(List.of(new Person("Zoe", 30), new Person("Al", 30), new Person("Max", 20)));
        people.sort(Comparator.comparing(Person::age).thenComparing(Person::name));
        System.out.println(people);
        people.sort(Comparator.comparing(Person::name, Comparator.comparing(String::length)).reversed());
        System.out.println(people);
        people.forEach(System.out::println);
        try {
            String nothing = args.length == 0 ? null : "";
            Supplier<Integer> failing = nothing::length;
            System.out.println(failing.get());
        } catch (NullPointerException e) {
            System.out.println("null receiver");
        }
        Supplier<List<String>> lists = ArrayList::new;
        System.out.println(lists.get() == lists.get());
        Function<Object, Class<?>> classOf = Object::getClass;
        System.out.println(classOf.apply(5));
        Supplier<int[]> cloner = new int[] {1, 2}::clone;
        System.out.println(cloner.get()[1]);
    }
}
