public class Main {
    public static void main(String[] args) {
        assert "abc".compareTo("abd") < 0 && "abc".toUpperCase().equals("ABC");
    }
}
