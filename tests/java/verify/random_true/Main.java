import java.util.Random;

public class Main {
    public static void main(String[] args) {
        Random r = new Random();
        int x = r.nextInt(10);
        assert x >= 0 && x < 10;
    }
}
