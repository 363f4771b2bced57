import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        int x = 0;
        int y = 0;
        if (Verifier.nondetInt() > 0) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 1) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 2) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 3) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 4) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 5) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 6) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 7) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 8) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 9) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 10) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 11) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 12) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 13) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 14) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 15) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 16) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 17) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 18) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 19) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 20) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 21) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 22) {
            x++;
        } else {
            y++;
        }
        if (Verifier.nondetInt() > 23) {
            x++;
        } else {
            y++;
        }
        assert x + y == 24 && x <= 24;
    }
}
