public class Main {
    public static void main(String[] args) {
        Object[] a = new String[1];
        a[0] = Integer.valueOf(3);
    }
}
