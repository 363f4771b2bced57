public class Main {
    public static void main(String[] args) {
        String s = "margay";
        assert s.length() == 6 && s.indexOf('a') == 4;
    }
}
