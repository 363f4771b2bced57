package report;

/** Enums, records, hidden classes, inner classes. */
public class Shapes {
    enum Color {
        RED,
        GREEN {
            @Override
            Color next() {
                return RED;
            }
        };

        Color next() {
            return GREEN;
        }
    }

    interface Shape {}

    record Circle(double radius, Color color) implements Shape {}

    private record Hidden(int value, Hidden next) {}

    private enum Mood {
        GOOD,
        BAD
    }

    private static final class Secret {
        private int value;
        private Secret twin;
    }

    class Part {
        byte weight;
        Mood mood;
    }

    float scale = 1.5f;

    static double area(Shape shape) {
        return shape instanceof Circle circle ? circle.radius() * circle.radius() : -0.0;
    }

    static Shape grow(Circle circle, Color color) {
        return new Circle(circle.radius() * 2, color);
    }

    private static int sum(Hidden hidden, Mood mood) {
        int sum = mood == Mood.GOOD ? 100 : 0;
        for (Hidden h = hidden; h != null; h = h.next()) {
            sum += h.value();
        }
        return sum;
    }

    private static Secret pair(Secret secret, Secret[] all) {
        secret.value++;
        all[0] = secret;
        Secret twin = new Secret();
        twin.twin = secret;
        secret.twin = twin;
        return twin;
    }

    Part part(byte weight) {
        Part part = new Part();
        part.weight = weight;
        part.mood = Mood.BAD;
        return part;
    }

    float weigh(Part part) {
        return part.weight * scale;
    }
}
