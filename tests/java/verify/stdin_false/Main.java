import java.io.IOException;

public class Main {
    public static void main(String[] args) throws IOException {
        int first = System.in.read();
        int second = System.in.read();
        assert first != 'o' || second != 'k';
    }
}
