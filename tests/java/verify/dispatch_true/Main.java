import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    interface Shape {
        int sides();
    }

    static class Square implements Shape {
        public int sides() {
            return 4;
        }
    }

    static class Circle implements Shape {
        public int sides() {
            return 0;
        }
    }

    public static void main(String[] args) {
        Shape s = Verifier.nondetBoolean() ? new Square() : new Circle();
        assert s.sides() >= 0;
    }
}
