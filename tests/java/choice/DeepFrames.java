// outcomes: 8
// dropped: 0
// Choices at the bottom of a thousand frames; every branch returns through all of them, with locals of every kind.
import margay.Margay;

public class DeepFrames {
    static long down(int depth, long sum, double weight, String tag) {
        if (depth == 0) {
            int a = Margay.choose(0, 1);
            int b = Margay.choose(0, 1);
            System.out.println("bottom " + a + b + " " + tag + " " + weight);
            return sum * 4 + a * 2 + b;
        }
        int before = depth * 3;
        long result = down(depth - 1, sum + depth, weight * 0.99 + 1, depth % 250 == 0 ? tag + depth : tag);
        return result + before - depth * 3;
    }

    static int middle(int depth) {
        if (depth == 500) {
            return Margay.choose(7, 8) + middle(depth - 1);
        }
        return depth == 0 ? 0 : middle(depth - 1);
    }

    public static void main(String[] args) {
        System.out.println(down(1000, 0, 1, "t"));
        System.out.println(middle(1000));
    }
}
