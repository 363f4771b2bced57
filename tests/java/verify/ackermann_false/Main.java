public class Main {
    static int ack(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        return n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
    }

    public static void main(String[] args) {
        assert ack(2, 2) == 6;
    }
}
