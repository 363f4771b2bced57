import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    @SuppressWarnings("deprecation")
    public static void main(String[] args) {
        byte first = Verifier.nondetByte();
        String text = new String(new byte[] {first, '7'}, 0);
        try {
            int number = Integer.parseInt(text);
            assert number == -7 && first == '-' || number >= 7 && number <= 97 && first >= 0;
        } catch (NumberFormatException e) {
            assert first < '0' && first != '-' && first != '+' || first > '9';
        }
    }
}
