public class Main {
    static class First {
        static int a = Second.c;
        static int b = 7;
    }

    static class Second {
        static int c = First.b;
    }

    public static void main(String[] args) {
        assert First.a == 7;
    }
}
