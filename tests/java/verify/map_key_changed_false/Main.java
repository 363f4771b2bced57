import java.util.HashSet;
import java.util.Set;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static final class Key {
        int value;

        Key(int value) {
            this.value = value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).value == value;
        }

        @Override
        public int hashCode() {
            return value & 7;
        }
    }

    public static void main(String[] args) {
        int first = Verifier.nondetInt();
        int second = Verifier.nondetInt();
        Key key = new Key(first);
        Set<Key> keys = new HashSet<>();
        keys.add(key);
        key.value = second;
        keys.add(key);
        assert keys.size() == 1;
    }
}
