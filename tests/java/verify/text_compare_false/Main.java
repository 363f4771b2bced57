public class Main {
    public static void main(String[] args) {
        assert "abc".compareTo("abb") < 0;
    }
}
