public class Main {
    public static void main(String[] args) {
        Integer.parseInt("4x2");
    }
}
