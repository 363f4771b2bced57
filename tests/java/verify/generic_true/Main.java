import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static class Box<T> {
        private final T value;

        Box(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }
    }

    public static void main(String[] args) {
        Box<Integer> b = new Box<>(Verifier.nondetInt());
        int v = b.get();
        assert v == b.get().intValue();
    }
}
