public class Main {
    public static void main(String[] args) {
        assert Integer.parseInt("42") + Integer.parseInt("-2") == 40;
    }
}
