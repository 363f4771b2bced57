public class Main {
    public static void main(String[] args) {
        assert new Main().getClass().getName().equals("Main");
    }
}
