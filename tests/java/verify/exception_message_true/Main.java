public class Main {
    public static void main(String[] args) {
        try {
            int[] a = new int[2];
            a[2] = 1;
            assert false;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert e.getMessage() != null;
        }
    }
}
