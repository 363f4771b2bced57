import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A map whose class the test has to extend, since it reads a file. */
public class Settings {
    public static class Stored extends HashMap<String, Object> {
        private static final long serialVersionUID = 1;

        public String load(Path path) throws IOException {
            return Files.readString(path);
        }
    }

    private final Map<String, Object> known = new HashMap<>();

    public Settings(Stored stored) {
        known.putAll(stored);
    }

    public boolean isEmpty() {
        return known.isEmpty();
    }

    public Object get(String name) {
        return known.get(name);
    }
}
