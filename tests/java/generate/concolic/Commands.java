import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Scanner;

/** Programs with arguments and standard input. */
public class Commands {
    /** Adds what lines say. */
    static final class Sum {
        public static void main(String[] args) throws IOException {
            boolean isLoud = args.length > 0 && args[0].equals("-v");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            int sum = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals("q")) break;
                if (line.startsWith("+")) {
                    sum += Integer.parseInt(line.substring(1));
                } else if (isLoud) {
                    System.out.println("what is " + line + "?");
                }
            }
            System.out.println(sum > 5 ? "much" : "little");
        }
    }

    /** Looks at bytes. */
    static final class Magic {
        public static void main(String[] args) throws IOException {
            if (System.in.available() < 2) {
                System.out.println("short");
            } else if (System.in.read() == 0xca && System.in.read() == 0xfe) {
                System.out.println("magic " + System.in.read());
            } else {
                System.out.println("other");
            }
        }
    }

    /** Reads numbers. */
    static final class Numbers {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            System.out.println(in.hasNextInt() && in.nextInt() == 7 ? "seven" : "no");
        }
    }
}
