// outcomes: 16
// dropped: 0
// Choices in helper methods of other classes: static, instance, interface, inherited and generic ones.
import java.util.List;
import margay.Margay;

public class InHelpers {
    interface Picker<T> {
        T pick(List<T> from);

        default T pickTwice(List<T> from) {
            pick(from);
            return pick(from);
        }
    }

    static class Any<T> implements Picker<T> {
        int picks;

        @Override
        public T pick(List<T> from) {
            picks++;
            return from.get(Margay.choose(0, from.size() - 1));
        }
    }

    static class Loud<T> extends Any<T> {
        @Override
        public T pick(List<T> from) {
            T t = super.pick(from);
            System.out.println("picked " + t);
            return t;
        }
    }

    static boolean flip() {
        return Margay.choose(0, 1) == 1;
    }

    static long wide(long base, double factor) {
        return base + (long) (Margay.choose(1, 2) * factor);
    }

    public static void main(String[] args) {
        Loud<String> loud = new Loud<>();
        String word = loud.pickTwice(List.of("x", "y"));
        if (flip() && flip()) {
            word += wide(1L << 40, 1e3);
        }
        System.out.println(word + loud.picks);
    }
}
