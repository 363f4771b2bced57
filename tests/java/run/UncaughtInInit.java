// A static initializer that throws: ExceptionInInitializerError escapes main.
public class UncaughtInInit {
    static class Config {
        static final int SIZE = Integer.parseInt("many");
    }

    public static void main(String[] args) {
        System.out.println("before");
        System.out.println(Config.SIZE);
    }
}
