// StackOverflowError is caught like any other error, and the program goes on.
public class StackOverflows {
    static int depth;

    static int endless(int n) {
        depth++;
        return endless(n + 1) + 1;
    }

    static class Cycle {
        Cycle other;

        @Override
        public String toString() {
            return "(" + other + ")";
        }
    }

    static boolean recoverable(int n) {
        try {
            return recoverable(n + 1);
        } finally {
            depth = Math.max(depth, n);
        }
    }

    public static void main(String[] args) {
        try {
            endless(0);
        } catch (StackOverflowError e) {
            System.out.println("overflow " + (depth > 1000) + " " + e.getMessage());
        }
        Cycle a = new Cycle();
        a.other = new Cycle();
        a.other.other = a;
        try {
            System.out.println(a.toString().length());
        } catch (StackOverflowError e) {
            System.out.println("cycle");
        }
        depth = 0;
        try {
            recoverable(0);
        } catch (Error e) {
            System.out.println(e.getClass().getName() + " " + (depth > 1000));
        }
        a.other.other = null;
        System.out.println(a);
    }
}
