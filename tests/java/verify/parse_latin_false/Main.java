import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    @SuppressWarnings("deprecation")
    public static void main(String[] args) {
        byte first = Verifier.nondetByte();
        String text = new String(new byte[] {first, '7'}, 0);
        try {
            Integer.parseInt(text);
        } catch (NumberFormatException e) {
            assert first >= 0;
        }
    }
}
