public class Main {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            b.append((char) ('a' + i));
        }
        assert b.reverse().toString().equals("cba");
    }
}
