public class Main {
    static boolean same(Object a, Object b) {
        return a == b;
    }

    public static void main(String[] args) {
        assert same(127, 127);
        assert same(1000, 1000);
    }
}
