public class Main {
    public static void main(String[] args) {
        int s = 0;
        for (int i = 1; i < 100; i++) {
            s += i;
        }
        assert s == 5050;
    }
}
