// outcomes: 9
// dropped: 0
// exceptions: 8
// Most branches end with an exception: of the JVM, of the library, custom, with causes, from nested calls.
import java.util.List;
import java.util.NoSuchElementException;
import margay.Margay;

public class Exceptions {
    static class Custom extends RuntimeException {
        Custom(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static int fail(int how) {
        int[] array = new int[how];
        Object text = "text";
        return switch (how) {
            case 0 -> 1 / array.length;
            case 1 -> array[how];
            case 2 -> ((Integer) text).intValue();
            case 3 -> Integer.parseInt("three");
            case 4 -> List.of(1, 2).get(how);
            case 5 -> {
                try {
                    throw new NoSuchElementException("inner");
                } catch (NoSuchElementException e) {
                    throw new Custom("outer", e);
                }
            }
            case 6 -> new int[how - 7].length;
            case 7 -> throw new Error();
            default -> how;
        };
    }

    public static void main(String[] args) {
        int how = Margay.choose(0, 8);
        System.out.println("trying " + how);
        System.out.println("survived " + fail(how));
    }
}
