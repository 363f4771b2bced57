public class Main {
    static class Config {
        static int limit;

        static {
            limit = 10;
        }
    }

    public static void main(String[] args) {
        assert Config.limit == 10;
    }
}
