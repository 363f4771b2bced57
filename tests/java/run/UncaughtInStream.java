// An exception thrown by a lambda escapes through the frames of the stream library.
import java.util.List;
import java.util.stream.Collectors;

public class UncaughtInStream {
    static int checked(String s) {
        if (s.length() > 3) {
            throw new IllegalArgumentException("too long: " + s);
        }
        return s.length();
    }

    public static void main(String[] args) {
        System.out.println(List.of("a", "bb").stream().map(UncaughtInStream::checked).collect(Collectors.toList()));
        System.out.println(List.of("a", "bb", "cccc").stream().filter(s -> !s.isEmpty()).map(s -> checked(s) * 2).sorted().collect(Collectors.toList()));
    }
}
