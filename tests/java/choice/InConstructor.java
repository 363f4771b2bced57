// outcomes: 36
// dropped: 12
// Choices in constructors, field initializers, super constructors and record constructors.
import margay.Margay;

public class InConstructor {
    static class Part {
        static int made;
        final int serial = ++made;
        final int size = Margay.choose(1, 2);

        Part() {
            System.out.println("part " + serial + " of size " + size);
        }
    }

    static class Machine extends Part {
        final Part[] parts;
        final boolean spare;

        Machine() {
            parts = new Part[size];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = new Part();
            }
            spare = Margay.choose(0, 1) == 1;
        }

        int weight() {
            int w = spare ? 100 : 0;
            for (Part p : parts) {
                w += p.size;
            }
            return w;
        }
    }

    record Range(int low, int high) {
        Range {
            Margay.assume(low <= high);
        }

        static Range any() {
            return new Range(Margay.choose(0, 1), Margay.choose(0, 1));
        }
    }

    public static void main(String[] args) {
        Machine m = new Machine();
        System.out.println(m.weight() + " " + Part.made);
        System.out.println(Range.any());
    }
}
