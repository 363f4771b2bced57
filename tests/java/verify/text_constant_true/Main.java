public class Main {
    public static void main(String[] args) {
        String s = "margay";
        assert s.length() == 6 && s.indexOf('g') == 3 && s.substring(2).equals("rgay");
    }
}
