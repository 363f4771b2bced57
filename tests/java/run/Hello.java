// The smallest program: one line of output.
public class Hello {
    public static void main(String[] args) {
        System.out.println("Hello, world");
        System.out.println(args.length);
        System.out.print("no newline, ");
        System.out.print(42);
        System.out.println();
    }
}
