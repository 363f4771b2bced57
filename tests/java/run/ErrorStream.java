// Output on both streams.
public class ErrorStream {
    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            if (i % 2 == 0) {
                System.out.println("out " + i);
            } else {
                System.err.println("err " + i);
            }
        }
        System.err.printf("%d%%%n", 100);
        System.out.printf("%s%n", "done");
        new Exception("printed").printStackTrace();
        System.out.println(System.lineSeparator().length() + " " + System.getProperty("line.separator").equals(System.lineSeparator()) + " " + System.getProperty("no.such.property") + " " + System.getProperty("no.such", "fallback"));
        System.out.println(System.getProperty("file.separator") + System.getProperty("path.separator"));
    }
}
