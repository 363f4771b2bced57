public class Main {
    public static void main(String[] args) {
        assert "a-b-c".replace('-', '+').contains("-");
    }
}
