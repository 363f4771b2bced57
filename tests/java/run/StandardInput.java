// Standard input is empty.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.NoSuchElementException;
import java.util.Scanner;

public class StandardInput {
    public static void main(String[] args) throws Exception {
        System.out.println(System.in.available() + " " + System.in.read());
        System.out.println(new BufferedReader(new InputStreamReader(System.in)).readLine());
        Scanner scanner = new Scanner(System.in);
        System.out.println(scanner.hasNextLine() + " " + scanner.hasNextInt());
        try {
            scanner.nextInt();
        } catch (NoSuchElementException e) {
            System.out.println(e.getClass().getName());
        }
        System.out.println(System.in.readAllBytes().length);
    }
}
